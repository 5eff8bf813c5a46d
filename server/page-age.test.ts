import { expect, test } from 'vitest';
import { readSettings } from '../app/platform/settings.server.ts';
import { pageAge } from './page-age.ts';

const HOUR_MS = 60 * 60 * 1000;
const ZONE = { SUPPORT_TIMEZONE: 'Europe/Berlin' };
/** 22:00 in Berlin. */
const NOW = new Date('2026-06-12T20:00:00Z');

test('a page is cached without end while tax is off, and until midnight in the shop while it is on', () => {
  expect(pageAge(readSettings(ZONE), NOW, Infinity)).toBe(Infinity);
  const taxed = readSettings({ ...ZONE, TAX: 'on', SELLER_COUNTRY: 'DE' });
  expect(Math.round(pageAge(taxed, NOW, Infinity) / HOUR_MS)).toBe(2);
  expect(pageAge(taxed, NOW, 5000)).toBe(5000);
});
