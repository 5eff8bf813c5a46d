import { messageIdsIn } from '../../../platform/email/message-id.ts';

const REPORT = /^\s*multipart\/report\b/i;
/** A report is short, but may contain the whole email, whose headers come first. */
const READ_BYTES = 200_000;
const IDS_MAX = 20;

/**
 * Returns the Message-IDs that a delivery report (RFC 3464) names, if the delivery has failed for good. A report about a
 * delay or a success names none. Parts that are encoded are not read.
 */
export function readUndelivered(contentType: string, raw: Uint8Array): string[] {
  if (!REPORT.test(contentType)) return [];
  const text = new TextDecoder('latin1').decode(raw.subarray(0, READ_BYTES));
  if (!/^Action:[ \t]{0,20}failed\b/im.test(text)) return [];
  const lines = text.match(/^Message-ID:[ \t]{0,20}(?:\r?\n[ \t]{1,20})?<[^\r\n]{1,600}/gim);
  return [...new Set((lines ?? []).flatMap(messageIdsIn))].slice(0, IDS_MAX);
}
