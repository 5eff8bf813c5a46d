import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { Viewer } from '../../chat/server/access.server.ts';
import { files } from '../../chat/server/files/tables.server.ts';
import { isOwn, placeInConversation } from '../../chat/server/files/upload-place.server.ts';
import { sayFileCount } from '../../chat/protocol/files.ts';
import { limitsOf } from '../../files/server/open-files.server.ts';
import { beginUpload, toFileName } from '../../files/server/upload/begin-upload.server.ts';
import { finishUpload } from '../../files/server/upload/finish-upload.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { InboundMailHost } from './inbound-mail-host.server.ts';
import { fileIdOf } from './mail-names.server.ts';
import type { MailAttachment } from '../protocol/parsed-mail.ts';

interface Attached {
  readonly conversationId: string;
  readonly clientId: string;
  readonly attachments: readonly MailAttachment[];
}

/**
 * Stores the attachments of an email with the same limits and virus scan as uploads in the chat, and names
 * those that are refused. Throws {@link RefusedError} 503 if the scanner is unavailable; a retry finds the
 * files stored before.
 */
export async function addAttachments(
  host: InboundMailHost,
  viewer: Viewer,
  { conversationId, clientId, attachments }: Attached,
): Promise<{ readonly fileIds: readonly string[]; readonly notAdded: readonly string[] }> {
  const { maxCount } = limitsOf(host.settings);
  const fileIds: string[] = [];
  const notAdded: string[] = [];
  for (const [index, attachment] of attachments.entries()) {
    if (fileIds.length === maxCount) {
      notAdded.push(
        `“${toFileName(attachment.name)}” was not added. A message can have up to ${sayFileCount(maxCount)}.`,
      );
      continue;
    }
    const id = fileIdOf(conversationId, clientId, index);
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: each is looked at
      await keep(host, viewer, conversationId, { id, ...attachment });
      fileIds.push(id);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status >= 500 || error.status === 404)
        throw error;
      notAdded.push(error.message);
    }
  }
  return { fileIds, notAdded };
}

async function keep(
  host: InboundMailHost,
  viewer: Viewer,
  conversationId: string,
  { id, name, bytes }: MailAttachment & { readonly id: string },
): Promise<void> {
  const place = placeInConversation(viewer, conversationId);
  const [known] = await host.db.select().from(files).where(eq(files.id, id));
  // An earlier attempt stored this file before its process crashed.
  if (known && known.storedAt !== null && isOwn(known, place.owner)) return;
  const row = await beginUpload(host, place, { id, name, size: bytes.length });
  await finishUpload(host, row, () => Promise.resolve(Readable.from([bytes])));
}
