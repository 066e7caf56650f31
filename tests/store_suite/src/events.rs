//! The `tracing` events of a call.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, LazyLock, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Dispatch, Level, Metadata, Subscriber};

/// An event: its level, and its fields as text.
#[derive(Clone, Debug)]
pub struct Event {
    pub level: Level,
    pub fields: BTreeMap<&'static str, String>,
}

impl Event {
    /// Returns a field, or the empty text if the event does not have it.
    #[must_use]
    pub fn get(&self, field: &str) -> &str {
        self.fields.get(field).map_or("", String::as_str)
    }

    /// Returns a field that is a number.
    #[must_use]
    pub fn number(&self, field: &str) -> Option<u64> {
        self.get(field).parse().ok()
    }
}

/// Records the events.
#[derive(Default)]
struct Recorder(Arc<Mutex<Vec<Event>>>);

impl Subscriber for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("rowkey")
    }

    fn event(&self, event: &tracing::Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let event = Event { level: *event.metadata().level(), fields: fields.0 };
        self.0.lock().expect("events").push(event);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[derive(Default)]
struct Fields(BTreeMap<&'static str, String>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

/// Runs a call. Returns its result, and the events of this thread during the call.
pub fn recorded<T>(call: impl FnOnce() -> T) -> (T, Vec<Event>) {
    // With a single dispatcher, a thread without one makes `tracing` cache that events are disabled. Two more
    // dispatchers prevent this.
    static OTHERS: LazyLock<[Dispatch; 2]> =
        LazyLock::new(|| [Dispatch::new(Recorder::default()), Dispatch::new(Recorder::default())]);
    LazyLock::force(&OTHERS);
    let recorder = Recorder::default();
    let events = Arc::clone(&recorder.0);
    let result = tracing::subscriber::with_default(recorder, call);
    let events = events.lock().expect("events").clone();
    (result, events)
}
