//! Films the guided walk in headless Chromium and makes the moving picture of README from it, after those that
//! stand still.
//!
//! Run it by `cargo xtask picture`, which says where the tools are. What is filmed is the built page, at its plain
//! address, with its own movements: they are held at each moment and photographed, so that two runs on one machine
//! give the same file, however slow it is.

mod camera;
mod delta;
mod file;
mod palette;
mod stills;

use std::fs;
use std::process::ExitCode;

use camera::Camera;
use delta::{Delta, Size};
use e2e::{Error, Outcome, Page, on_blank_page, workspace};

/// The picture, from the workspace's root.
const PICTURE: &str = "assets/readme/walk.png";
/// The page's area: as wide as README is read, and as high as the walk needs.
const SIZE: Size = Size {
    width: 1200,
    height: 780,
};
/// The beats, and the milliseconds for which each stands still when its movement is over: to be read.
const BEATS: [(&str, u32); 5] = [
    ("ask", 1600),
    ("match", 2400),
    ("scale", 1800),
    ("share", 2000),
    ("mix", 3200),
];
/// The beat whose picture is shown where nothing can move.
const STILL: &str = "match";
/// Milliseconds between two pictures of a movement.
const PACE: u32 = 100;
/// No picture of README may be heavier.
const MOST_BYTES: usize = 900_000;

fn main() -> ExitCode {
    match on_blank_page(make) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Films the walk and writes the picture.
async fn make(page: Page) -> Outcome {
    // Before the camera, which holds every movement for ever.
    stills::take(&page).await?;
    let camera = Camera::set_up(page, SIZE).await?;
    let mut film = Film::default();
    for (beat, hold) in BEATS {
        eprintln!("Filming “{beat}” …");
        film.beat(&camera, beat, hold).await?;
    }
    let bytes = file::written(SIZE, &film.still, &film.frames)?;
    save(&bytes, &film.frames)
}

/// What has been filmed so far.
#[derive(Default)]
struct Film {
    /// What each picture changes of the one before.
    frames: Vec<Delta>,
    /// The last picture.
    shown: Vec<u8>,
    /// The picture for where nothing can move.
    still: Delta,
}

impl Film {
    /// A beat from its first moment to the end of its movement, where it is held.
    async fn beat(&mut self, camera: &Camera, beat: &str, hold: u32) -> Outcome {
        let end = camera.begin(beat).await?;
        for at in (0..end).step_by(PACE as usize) {
            camera.step_to(at).await?;
            self.add(camera.shot().await?, PACE);
        }
        camera.step_to(end).await?;
        self.add(camera.shot().await?, hold);
        if beat == STILL {
            self.still = Delta::whole(SIZE, &self.shown);
        }
        Ok(())
    }

    /// A picture that is like the one before makes that one last longer.
    fn add(&mut self, pixels: Vec<u8>, lasts: u32) {
        let delta = match self.frames.is_empty() {
            true => Some(Delta::whole(SIZE, &pixels)),
            false => Delta::between(SIZE, &self.shown, &pixels),
        };
        match (delta, self.frames.last_mut()) {
            (Some(delta), _) => self.frames.push(Delta { lasts, ..delta }),
            (None, Some(last)) => last.lasts += lasts,
            (None, None) => {}
        }
        self.shown = pixels;
    }
}

/// Writes the file, unless it is too heavy for the first screen of README.
fn save(bytes: &[u8], frames: &[Delta]) -> Outcome {
    let kilobytes = bytes.len().div_ceil(1000);
    if bytes.len() > MOST_BYTES {
        let most = MOST_BYTES / 1000;
        return Err(Error::Page(format!(
            "the picture has {kilobytes} kB, and may have {most}"
        )));
    }
    let file = workspace().join(PICTURE);
    fs::write(&file, bytes).map_err(Error::io("write the picture"))?;
    let seconds: u32 = frames.iter().map(|frame| frame.lasts).sum::<u32>() / 1000;
    println!(
        "{}: {} frames, {seconds} s, {kilobytes} kB",
        file.display(),
        frames.len()
    );
    Ok(())
}
