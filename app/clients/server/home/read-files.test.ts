import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { signInClient } from '../../../../tests/support/client.ts';
import { useDatabase } from '../../../../tests/support/database.ts';
import { addDeliveryFile } from '../../../../tests/support/delivery-file.ts';
import { createCheckout } from '../../../../tests/support/order-form.ts';
import { order } from '../../../../tests/support/orders.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { files } from '../../../chat/server/files/tables.server.ts';
import { deliver, requestRevision } from '../../../orders/server/delivery/delivery.server.ts';
import { markPaid } from '../../../orders/server/payment/settle-paid.server.ts';
import { readAccountFiles } from './read-files.server.ts';

const store = useDatabase();

test('files are paged through, and an older version on a later page leads to the order of the newer one', async () => {
  const appContext = createCheckout(store.db);
  const { maya, number, id: orderId, secret } = await order(appContext);
  const { session } = await signInClient(appContext, VISITORS.elena);
  const team = [appContext, tracedBy(maya), maya, number] as const;
  await markPaid(...team, 'PP');
  const send = async (name: string, minute: number) => {
    const id = await addDeliveryFile(store.db, { orderId, agentId: maya.id, name });
    const createdAt = new Date(Date.UTC(2026, 5, 1, 10, minute));
    await store.db.update(files).set({ createdAt }).where(eq(files.id, id));
    return id;
  };
  const first = await send('logo.png', 1);
  await deliver(...team, 'Here it is', [first]);
  await requestRevision(appContext, secret, 'Larger, please');
  const other = await send('card.png', 2);
  const second = await send('logo.png', 3);
  await deliver(...team, 'Here it is again', [other, second]);
  const read = (after: string, perPage: number) =>
    readAccountFiles(store.db, session.client, after, perPage);
  const whole = await read('', 3);
  expect(whole.files.map(({ file, newer }) => [file.id, newer])).toEqual([
    [second, null],
    [other, null],
    [first, `#file-${second}`],
  ]);
  expect(whole.next).toBeNull();
  const page = await read('', 2);
  expect(page.files.map(({ file }) => file.id)).toEqual([second, other]);
  const last = await read(page.next ?? '', 2);
  expect(last.files.map(({ file, newer }) => [file.id, newer])).toEqual([
    [first, `/account/orders/E-${number}`],
  ]);
  expect(last.next).toBeNull();
});
