//! One model over several workers: each holds some columns of every large matrix, and multiplies by these alone (tensor
//! parallelism; Shoeybi et al. 2019, "Megatron-LM", §3). Megatron divides every second matrix by rows, and adds up what the
//! workers have. Here all are divided by columns: each number is added up by one worker, from left to right, so the bits
//! are those of one worker alone.
//!
//! The *leader* has everything that is small, W_O, and all that is computed. It asks the *helpers*, who only multiply, and
//! computes its own columns meanwhile. How questions and answers are carried is not known here: [`Team::new`] is told how to
//! post, [`Team::answer`] and [`Team::lose`] are called by who hears.

use super::part::Shard;
use super::{Model, ModelError};
use crate::matrix::Matrix;
use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// What a helper is asked. Weights go by numbers, which are the same in all workers.
#[derive(Clone, Debug, PartialEq)]
pub enum Question<'a> {
    /// The rows of x, R×k, by its columns of these weights, biases included: of each in turn R rows, one after the other.
    Products(&'a [u32], &'a Matrix),
    /// Of these rows of a weight whose transpose is multiplied by, those that it has, in the order of the question.
    Rows(u32, &'a [u32]),
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
    /// By the question's number, an answer of each helper.
    open: BTreeMap<u32, Vec<Option<Vec<f32>>>>,
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

    /// The answer of helper `helper`, counted from 1, to question `number`; nobody waits for what was not asked.
    pub fn answer(&self, helper: usize, number: u32, numbers: Vec<f32>) {
        let mut desk = self.desk();
        let place = helper.checked_sub(1);
        let open = desk.open.get_mut(&number);
        if let Some(slot) = place.and_then(|place| open?.get_mut(place)) {
            *slot = Some(numbers);
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
    pub(super) fn ask(self: &Arc<Self>, question: &Question<'_>) -> Asked {
        let number = {
            let mut desk = self.desk();
            desk.last = desk.last.wrapping_add(1);
            let number = desk.last;
            desk.open.insert(number, vec![None; self.helpers]);
            number
        };
        (1..=self.helpers).for_each(|helper| (self.post)(helper, number, question));
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

/// A question that was asked: the answers of all helpers, in their order.
pub(super) struct Asked {
    team: Arc<Team>,
    number: u32,
}

impl Future for Asked {
    type Output = Result<Vec<Vec<f32>>, ModelError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut desk = self.team.desk();
        if desk.lost {
            return Poll::Ready(Err(ModelError::Lost));
        }
        let answered = |open: &Vec<Option<_>>| open.iter().all(Option::is_some);
        if desk.open.get(&self.number).is_none_or(answered) {
            let answers = desk.open.remove(&self.number).unwrap_or_default();
            return Poll::Ready(Ok(answers.into_iter().flatten().collect()));
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
    /// A helper's answer to its leader; `None` where it has no such weights, or the rows do not fit them.
    #[must_use]
    pub fn answer(&self, question: &Question<'_>) -> Option<Vec<f32>> {
        match question {
            Question::Products(numbers, x) => {
                let mut all = Vec::new();
                for number in *numbers {
                    let (weight, bias) = self.params().divided(*number)?;
                    let own = weight.own_columns(self.backend(), x, bias)?;
                    all.extend_from_slice(own.data());
                }
                Some(all)
            }
            Question::Rows(number, rows) => {
                let (weight, _) = self.params().divided(*number)?;
                let own = rows.iter().filter_map(|row| weight.own_row(*row as usize));
                Some(own.flat_map(|row| row.into_owned()).collect())
            }
        }
    }

    /// The columns that worker `worker` has of `of`.
    pub(super) fn columns_of(&self, worker: usize, of: usize) -> std::ops::Range<usize> {
        Shard::new(worker, self.workers())
            .unwrap_or(Shard::WHOLE)
            .columns(of)
    }
}
