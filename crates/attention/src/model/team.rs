//! One model over several workers: each holds some columns of every large matrix, and multiplies by these alone (tensor
//! parallelism; Shoeybi et al. 2019, "Megatron-LM", §3). Megatron divides every second matrix by rows, and adds up what the
//! workers have. Here all are divided by columns: each number is added up by one worker, from left to right, so the bits
//! are those of one worker alone.
//!
//! The *leader* has everything that is small, W_O, and all that is computed. It asks the *helpers*, who multiply by their
//! columns, attend with their heads and compute what is inside their part of an MLP ([`Kind`]), and does its own part
//! meanwhile. How questions and answers are carried is not known here: [`Team::new`] is told how to
//! post, [`Team::answer`] and [`Team::lose`] are called by who hears.

use super::{Model, ModelError};
use crate::matrix::Matrix;
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::future::{Future, poll_fn};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// What a helper is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question<'a> {
    /// What to do.
    pub kind: Kind,
    /// Of what: weights go by numbers, which are the same in all workers, layers are counted from 0.
    pub of: &'a [u32],
    /// Rows to compute with; none for [`Kind::Rows`].
    pub x: Option<&'a Matrix>,
}

/// What a helper does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Multiplies x, R×k, by its columns of these weights, biases included: of each in turn R rows, one after the other.
    Products,
    /// Computes the heads that it has of this layer, of n tokens that are read from the first on: x, n×d_model, is what
    /// enters attention. What they put out is said first, then all else.
    Heads,
    /// Computes its columns of what is inside the MLP of this layer: x, R×d_model, is what enters it.
    Hidden,
    /// Gives those rows that it has of a weight whose transpose is multiplied by: its number, then the rows' in the order
    /// of the answer.
    Rows,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Products, Self::Heads, Self::Hidden, Self::Rows];

    /// Its name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Products => "products",
            Self::Heads => "heads",
            Self::Hidden => "hidden",
            Self::Rows => "rows",
        }
    }
}

/// Carries a question with this number to this helper, counted from 1.
type Post = Box<dyn Fn(usize, u32, &Question<'_>) + Send + Sync>;

/// The helpers of one model.
pub struct Team {
    helpers: usize,
    post: Post,
    desk: Mutex<Desk>,
}

/// What is asked and not yet answered.
#[derive(Default)]
struct Desk {
    last: u32,
    /// By the question's number, what each helper has said and nobody has read.
    open: BTreeMap<u32, Vec<VecDeque<Vec<f32>>>>,
    lost: bool,
    waker: Option<Waker>,
}

impl Team {
    /// A leader and so many helpers.
    #[must_use]
    pub fn new(
        helpers: usize,
        post: impl Fn(usize, u32, &Question<'_>) + Send + Sync + 'static,
    ) -> Self {
        Self {
            helpers,
            post: Box::new(post),
            desk: Mutex::default(),
        }
    }

    /// How many workers there are, the leader among them.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.helpers + 1
    }

    /// What helper `helper`, counted from 1, says to question `number`; nobody waits for what was not asked.
    pub fn answer(&self, helper: usize, number: u32, numbers: Vec<f32>) {
        let mut desk = self.desk();
        let place = helper.checked_sub(1);
        let open = desk.open.get_mut(&number);
        if let Some(said) = place.and_then(|place| open?.get_mut(place)) {
            said.push_back(numbers);
        }
        wake(desk);
    }

    /// A helper is no more: whatever is asked from now on, and was asked, is [`ModelError::Lost`].
    pub fn lose(&self) {
        let mut desk = self.desk();
        desk.lost = true;
        wake(desk);
    }

    /// Asks all helpers.
    pub(super) fn ask(self: &Arc<Self>, kind: Kind, of: &[u32], x: Option<&Matrix>) -> Asked {
        let question = Question { kind, of, x };
        let number = {
            let mut desk = self.desk();
            desk.last = desk.last.wrapping_add(1);
            let number = desk.last;
            desk.open
                .insert(number, vec![VecDeque::new(); self.helpers]);
            number
        };
        (1..=self.helpers).for_each(|helper| (self.post)(helper, number, &question));
        Asked {
            team: Arc::clone(self),
            number,
        }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        // What is in it holds whoever panicked.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes who waits, once nobody looks at the desk.
fn wake(mut desk: MutexGuard<'_, Desk>) {
    let waker = desk.waker.take();
    drop(desk);
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl fmt::Debug for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Team of {}", self.workers())
    }
}

/// A question that was asked.
pub(super) struct Asked {
    team: Arc<Team>,
    number: u32,
}

impl Asked {
    /// What all helpers say next, in their order.
    pub(super) async fn next(&mut self) -> Result<Vec<Vec<f32>>, ModelError> {
        poll_fn(|context| self.poll(context)).await
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<Vec<Vec<f32>>, ModelError>> {
        let mut desk = self.team.desk();
        if desk.lost {
            return Poll::Ready(Err(ModelError::Lost));
        }
        let said = desk.open.entry(self.number).or_default();
        if said.iter().all(|own| !own.is_empty()) {
            let next = said.iter_mut().filter_map(VecDeque::pop_front);
            return Poll::Ready(Ok(next.collect()));
        }
        desk.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.team.desk().open.remove(&self.number);
    }
}

/// What a future gives that waits for nobody, as of a model that is whole.
pub(super) fn now<T>(future: impl Future<Output = Result<T, ModelError>>) -> Result<T, ModelError> {
    let future = std::pin::pin!(future);
    match future.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(ModelError::Divided),
    }
}

impl Model {
    /// What a helper says to its leader, at once or piece by piece; `None` where it has no such weights, or the rows do not
    /// fit them.
    #[must_use]
    pub fn answer(&self, question: &Question<'_>, say: &mut dyn FnMut(Vec<f32>)) -> Option<()> {
        let Question { kind, of, x } = *question;
        let first = *of.first()?;
        let block = || self.params().blocks.get(first as usize);
        match kind {
            Kind::Products => {
                let mut all = Vec::new();
                for number in of {
                    let (weight, bias) = self.params().divided(*number)?;
                    let own = weight.own_columns(self.backend(), x?, bias)?;
                    match all.is_empty() {
                        // The first alone, as of all logits, is large, and need not be copied.
                        true => all = own.into_data(),
                        false => all.extend_from_slice(own.data()),
                    }
                }
                say(all);
            }
            Kind::Heads => block()?.attention.answer(self, first as usize, x?, say)?,
            Kind::Hidden => {
                let hidden = block()?.mlp.as_ref()?.own_hidden(self, x?)?;
                say(hidden.into_data());
            }
            Kind::Rows => {
                let (weight, _) = self.params().divided(first)?;
                let own = of[1..]
                    .iter()
                    .filter_map(|row| weight.own_row(*row as usize));
                say(own.flat_map(Cow::into_owned).collect());
            }
        }
        Some(())
    }
}
