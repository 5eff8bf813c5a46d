import { serveFile } from '../../files/server/serve/serve-file.server.ts';
import { hostContext, requestContext } from '../../host.ts';
import { findOrderBySecret } from '../server/access.server.ts';
import { BUYER_PURPOSES, ownerOf } from '../server/files/order-places.server.ts';
import { findOrderFile } from '../server/files/read-order-files.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { answer } from '../../http/answer.server.ts';
import { NO_SUCH_FILE, readFileName } from '../../http/read-file-name.ts';
import type { Route } from './+types/order-file.ts';

/** The limit allows a page of pictures, several times. */
const LIMIT = { name: 'open-order-files', burst: 600, perMinute: 300 };

/** The secret of an order gives access to its own files only. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(async () => {
    const { db, files, limits } = context.get(hostContext);
    const { id, preview } = readFileName(params);
    await limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    const orderId = await findOrderBySecret(db, params.secret);
    const own = BUYER_PURPOSES.map((purpose) => ownerOf(orderId ?? '', purpose));
    const file = orderId && (await findOrderFile(db, orderId, id, own));
    const found = file && (await serveFile(files.store, file, preview, request, 'all download'));
    if (!found) throw new RefusedError(404, NO_SUCH_FILE);
    return found;
  });
}
