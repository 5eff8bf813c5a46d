import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Bytes as they are, and as blocks of DEFLATE that stand by themselves (RFC 1951). */
export interface Piece {
  readonly plain: Buffer;
  readonly deflated: Buffer;
}

/** Compressed once, so that it can stand anywhere in an answer: it ends on a byte and refers to nothing before it. */
export function deflatePiece(plain: Buffer): Piece {
  const deflated = deflateRawSync(plain, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return { plain, deflated };
}

/** The longest that one stored block can hold. */
const MAX_STORED = 0xffff;

/** Not worth compressing: a block that holds the bytes as they are. At most 65,535 of them. */
export function storePiece(plain: Buffer): Piece {
  if (plain.byteLength > MAX_STORED) throw new RangeError('Too long for a stored block');
  const head = Buffer.alloc(5);
  head.writeUInt16LE(plain.byteLength, 1);
  head.writeUInt16LE(~plain.byteLength & MAX_STORED, 3);
  return { plain, deflated: Buffer.concat([head, plain]) };
}

const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty block that says that it is the last. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

/** One file in gzip (RFC 1952) that holds these pieces after each other; nothing is compressed for it. */
export function joinGzip(pieces: readonly Piece[]): Buffer<ArrayBuffer> {
  return Buffer.concat(piecesOfGzip(pieces));
}

/** The same, not copied together. */
export function piecesOfGzip(pieces: readonly Piece[]): Buffer[] {
  let check = 0;
  let length = 0;
  for (const { plain } of pieces) {
    check = crc32(plain, check);
    length += plain.byteLength;
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(check, 0);
  tail.writeUInt32LE(length >>> 0, 4);
  return [HEAD, ...pieces.map(({ deflated }) => deflated), LAST_BLOCK, tail];
}
