//! `KeyBatch` against a list of its keys: of widths that change from call to call, read from both ends.

use rowkey::{KeyBatch, RowKey};

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Narrow {
    id: u8,
}

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Wide {
    id: u32,
}

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Text {
    text: String,
}

/// Appends three keys of one type to a batch and to the list of what it must hold.
type Append = fn(&mut KeyBatch, &mut Vec<Vec<u8>>);

/// The keys stand here by hand.
const APPEND: [Append; 3] = [
    |batch, keys| {
        Narrow::encode_batch(&[1, 2, 3].map(|id| Narrow { id }), batch).unwrap();
        keys.extend([vec![1], vec![2], vec![3]]);
    },
    |batch, keys| {
        Wide::encode_batch(&[1, 2, 0x0A0B_0C0D].map(|id| Wide { id }), batch).unwrap();
        keys.extend([[0, 0, 0, 1], [0, 0, 0, 2], [10, 11, 12, 13]].map(Vec::from));
    },
    |batch, keys| {
        Text::encode_batch(&["a", "xyz\0", "bc"].map(|text| Text { text: text.into() }), batch).unwrap();
        keys.extend([&b"a"[..], b"xyz\0", b"bc"].map(Vec::from));
    },
];

/// Reads a batch in every way.
fn check(batch: &KeyBatch, keys: &[Vec<u8>]) {
    assert_eq!(batch.as_bytes(), keys.concat());
    assert_eq!(format!("{batch:?}"), format!("{keys:?}"));
    for index in 0..keys.len() + 2 {
        assert_eq!(batch.get(index), keys.get(index).map(Vec::as_slice), "key {index} of {keys:?}");
    }
    assert_eq!(batch.get(usize::MAX), None);
    // From the front and from the back in turn, until nothing is left between.
    let (mut found, mut expected) = (batch.iter(), keys.iter().map(Vec::as_slice));
    for step in 0..keys.len() + 2 {
        assert_eq!((found.len(), found.size_hint()), (expected.len(), expected.size_hint()));
        let ends =
            if step % 2 == 0 { (found.next(), expected.next()) } else { (found.next_back(), expected.next_back()) };
        assert_eq!(ends.0, ends.1, "step {step} of {keys:?}");
    }
}

#[test]
fn keys_of_any_widths_one_behind_the_other() {
    check(&KeyBatch::new(), &[]);
    for first in APPEND {
        for second in APPEND {
            for third in APPEND {
                let (mut batch, mut keys) = (KeyBatch::new(), Vec::new());
                for append in [first, second, third] {
                    append(&mut batch, &mut keys);
                    check(&batch, &keys);
                }
                // The widths from before say nothing about the keys to come.
                batch.clear();
                check(&batch, &[]);
                keys.clear();
                second(&mut batch, &mut keys);
                check(&batch, &keys);
            }
        }
    }
}

rowkey::laws!(Narrow, Wide, Text);
