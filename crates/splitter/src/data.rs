//! The data of the main module in fewer pieces. A piece begins with its address, which nothing compresses; the zeros
//! between two that are near do. Only of the main module: it is there first, and its memory is all zeros; what lies
//! between the pieces of a part is somebody else's.

use std::error::Error;

use wasm_encoder::{ConstExpr, DataCountSection, DataSection, Module, RawSection};
use wasmparser::{DataKind, Operator, Parser, Payload};

/// So many bytes between two pieces are written rather than another address.
const NEAR: usize = 32;

/// The module with its data joined. One whose data is not what a linker leaves is given back as it is.
pub fn joined(module: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let Some(pieces) = pieces(module)? else {
        return Ok(module.to_vec());
    };
    let mut joined: Vec<(usize, Vec<u8>)> = Vec::new();
    for (address, bytes) in pieces {
        match joined.last_mut() {
            Some((start, last)) if address <= *start + last.len() + NEAR => {
                last.resize(address - *start, 0);
                last.extend(bytes);
            }
            _ => joined.push((address, bytes.to_vec())),
        }
    }
    let count = u32::try_from(joined.len())?;
    let mut data = DataSection::new();
    for (address, bytes) in joined {
        let address = ConstExpr::i32_const(i32::try_from(address)?);
        data.active(0, &address, bytes);
    }
    let mut whole = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::DataCountSection { .. } => {
                whole.section(&DataCountSection { count });
            }
            Payload::DataSection(_) => {
                whole.section(&data);
            }
            payload => {
                if let Some((id, range)) = payload.as_section() {
                    let at = |place| usize::try_from(place).unwrap_or(usize::MAX);
                    let own = module.get(at(range.start)..at(range.end));
                    let data = own.unwrap_or_default();
                    whole.section(&RawSection { id, data });
                }
            }
        }
    }
    Ok(whole.finish())
}

/// An address, and the bytes that are put there.
type Piece<'a> = (usize, &'a [u8]);

/// Address and bytes of every piece, in order; nothing where a piece is not put at an address when the module
/// begins, or two lie over each other, or code says which piece it means.
fn pieces(module: &[u8]) -> Result<Option<Vec<Piece<'_>>>, Box<dyn Error>> {
    let mut pieces = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::DataSection(section) => {
                for piece in section {
                    let piece = piece?;
                    let DataKind::Active {
                        memory_index: 0,
                        offset_expr,
                    } = piece.kind
                    else {
                        return Ok(None);
                    };
                    let Operator::I32Const { value } = offset_expr.get_operators_reader().read()?
                    else {
                        return Ok(None);
                    };
                    pieces.push((usize::try_from(value)?, piece.data));
                }
            }
            Payload::CodeSectionEntry(body) => {
                for operator in body.get_operators_reader()? {
                    if let Operator::MemoryInit { .. } | Operator::DataDrop { .. } = operator? {
                        return Ok(None);
                    }
                }
            }
            _ => {}
        }
    }
    pieces.sort_by_key(|(address, _)| *address);
    let apart = |pair: &[Piece]| pair[0].0 + pair[0].1.len() <= pair[1].0;
    Ok(pieces.windows(2).all(apart).then_some(pieces))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use wasm_encoder::{MemorySection, MemoryType};

    use super::*;

    fn module(pieces: &[(i32, &[u8])]) -> Vec<u8> {
        let mut memory = MemorySection::new();
        memory.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut data = DataSection::new();
        for (address, bytes) in pieces {
            data.active(0, &ConstExpr::i32_const(*address), bytes.iter().copied());
        }
        let mut module = Module::new();
        module.section(&memory).section(&data);
        module.finish()
    }

    /// What stands at every address that is written to.
    fn memory(module: &[u8]) -> Vec<(usize, Vec<u8>)> {
        let pieces = pieces(module).unwrap().unwrap();
        let owned = |(address, bytes): Piece| (address, bytes.to_vec());
        pieces.into_iter().map(owned).collect()
    }

    #[test]
    fn what_is_near_is_one_and_stands_where_it_stood() {
        let apart = module(&[(200, b"far"), (16, b"ab"), (20, b"cd")]);
        let joined = joined(&apart).unwrap();
        let there = [(16, b"ab\0\0cd".to_vec()), (200, b"far".to_vec())];
        assert_eq!(memory(&joined), there);
    }

    #[test]
    fn what_lies_over_another_is_left_alone() {
        let over = module(&[(16, b"abcd"), (18, b"ef")]);
        assert_eq!(joined(&over).unwrap(), over);
    }
}
