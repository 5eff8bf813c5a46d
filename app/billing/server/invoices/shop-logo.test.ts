import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readShopLogo } from './shop-logo.server.ts';

const OWN = Buffer.from('the logo of the shop');
const logo = { id: '6a3f6c1e-0000-4000-8000-000000000001' };
const storeWith = (parts: Readonly<Record<string, Buffer>>) => ({
  open: (fileId: string, part: string) => {
    const bytes = parts[`${fileId} ${part}`];
    return Promise.resolve(bytes && { stream: Readable.from([bytes]), size: bytes.length });
  },
});

test('an invoice has the published logo of the shop, not the icon of the product', async () => {
  const store = storeWith({ [`${logo.id} logo-png`]: OWN });
  expect(await readShopLogo({ store, logo, brandName: 'Kielwasser' })).toEqual({
    bytes: OWN,
    description: 'Kielwasser',
  });
});

test('a shop without a logo has the icon, and a logo whose file is missing none', async () => {
  const store = storeWith({});
  const icon = await readShopLogo({ store, logo: undefined, brandName: 'Kielwasser' });
  expect(icon?.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(await readShopLogo({ store, logo, brandName: 'Kielwasser' })).toBeUndefined();
});
