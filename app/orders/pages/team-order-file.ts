import { serveFile } from '../../files/server/serve/serve-file.server.ts';
import { hostContext } from '../../host.ts';
import { findOrderOfMember } from '../server/access.server.ts';
import { ownerOf } from '../server/files/order-places.server.ts';
import { findOrderFile } from '../server/files/read-order-files.server.ts';
import { readNumber } from '../protocol/transitions.ts';
import { RefusedError } from '../../platform/errors.ts';
import { answer } from '../../http/answer.server.ts';
import { requirePlace } from '../../http/member.server.ts';
import { NO_SUCH_FILE, readFileName } from '../../http/read-file-name.ts';
import type { Route } from './+types/team-order-file.ts';

const LIMIT = { name: 'team-order-files', burst: 600, perMinute: 600 };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { member } = await requirePlace(context, request, '/team/orders');
  return answer(async () => {
    const { db, files, limits } = context.get(hostContext);
    const { id, preview } = readFileName(params);
    await limits.take(LIMIT, member.id);
    const orderId = await findOrderOfMember(db, member, readNumber(params.number) ?? -1);
    const own = [ownerOf(orderId ?? '', 'delivery', member.id)];
    const file = orderId && (await findOrderFile(db, orderId, id, own));
    const found = file && (await serveFile(files.store, file, preview, request, 'all download'));
    if (!found) throw new RefusedError(404, NO_SUCH_FILE);
    return found;
  });
}
