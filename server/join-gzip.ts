import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Bytes, plain and as independent DEFLATE blocks (RFC 1951). */
export interface Piece {
  readonly plain: Buffer;
  readonly deflated: Buffer;
}

/**
 * Compresses a piece once for use anywhere in a stream: the full flush ends on a byte boundary and
 * refers to nothing before it.
 */
export function deflatePiece(plain: Buffer): Piece {
  const deflated = deflateRawSync(plain, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return { plain, deflated };
}

const MAX_STORED = 0xffff;

/** Wraps up to 65,535 bytes in a stored block, without compression. */
export function storePiece(plain: Buffer): Piece {
  if (plain.byteLength > MAX_STORED) throw new RangeError('Too long for a stored block');
  const head = Buffer.alloc(5);
  head.writeUInt16LE(plain.byteLength, 1);
  head.writeUInt16LE(~plain.byteLength & MAX_STORED, 3);
  return { plain, deflated: Buffer.concat([head, plain]) };
}

const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

/** Concatenates compressed pieces to one gzip file (RFC 1952) without compressing anything. */
export function joinGzip(pieces: readonly Piece[]): Buffer<ArrayBuffer> {
  return Buffer.concat(piecesOfGzip(pieces));
}

/** The same as separate buffers, without copying. */
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
