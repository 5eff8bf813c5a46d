import { fromBER, Constructed, ObjectIdentifier, OctetString, Sequence } from 'asn1js';

const SIGNED = '1.2.840.113549.1.7.2';
const ENCRYPTED = new Set([
  '1.2.840.113549.1.7.3',
  '1.2.840.113549.1.7.6',
  '1.2.840.113549.1.9.16.1.23',
]);

/**
 * Returns the content of an S/MIME part (RFC 8551): the bytes inside its signature, which is not verified, or
 * 'encrypted'. Returns undefined for anything else.
 */
export function openSigned(bytes: Uint8Array): Uint8Array | 'encrypted' | undefined {
  const content = readContent(bytes);
  if (!content) return undefined;
  if (ENCRYPTED.has(content.type)) return 'encrypted';
  if (content.type !== SIGNED || !(content.value instanceof Sequence)) return undefined;
  const [, , signed] = content.value.valueBlock.value;
  if (!(signed instanceof Sequence)) return undefined;
  const [, wrapped] = signed.valueBlock.value;
  const [inside] = wrapped instanceof Constructed ? wrapped.valueBlock.value : [];
  return inside instanceof OctetString ? new Uint8Array(inside.getValue()) : undefined;
}

/** Returns the type and the value of a ContentInfo (RFC 5652, 3). */
function readContent(bytes: Uint8Array) {
  const { offset, result } = fromBER(bytes);
  if (offset === -1 || !(result instanceof Sequence)) return undefined;
  const [type, wrapped] = result.valueBlock.value;
  if (!(type instanceof ObjectIdentifier)) return undefined;
  const [value] = wrapped instanceof Constructed ? wrapped.valueBlock.value : [];
  return { type: type.valueBlock.toString(), value };
}
