import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.server.ts';

function problemsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
  return [];
}

test('everything works with no setting at all', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicOrigin: undefined,
    origin: 'http://localhost:3000',
    dataDir: './data',
    databaseUrl: undefined,
    demo: undefined,
    trustedProxies: [],
    logLevel: 'info',
    chatQuietHours: 48,
    searchLanguage: 'english',
    chatCapacity: undefined,
    agentAwayMinutes: 5,
    chatHours: undefined,
    brandName: 'Embarka',
    currency: 'USD',
    supportEmail: 'support@embarka.example',
    supportPhone: '+1 (555) 010-0199',
    postalAddress: '1 Harbour Street, Portland, ME 04101, USA',
    paymentUrl: 'https://www.paypal.com/',
    supportHours: '12:00am-9am EST',
    supportTimezone: 'America/New_York',
    governingState: 'Maine',
  });
});

describe('a setting that is given', () => {
  test.each([
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535, origin: 'http://localhost:65535' }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['PUBLIC_ORIGIN', 'https://shop.example', { origin: 'https://shop.example' }],
    ['PUBLIC_ORIGIN', 'http://[::1]:8080', { publicOrigin: 'http://[::1]:8080' }],
    ['DATA_DIR', '/var/lib/embarka', { dataDir: '/var/lib/embarka' }],
    ['DATABASE_URL', 'postgres://a:b@db/shop', { databaseUrl: 'postgres://a:b@db/shop' }],
    ['DATABASE_URL', 'postgresql:///shop', { databaseUrl: 'postgresql:///shop' }],
    ['DEMO', 'on', { demo: true }],
    ['DEMO', 'false', { demo: false }],
    ['DEMO', '0', { demo: false }],
    [
      'TRUSTED_PROXIES',
      ' 10.0.0.0/8, fd00::/8 ,192.0.2.1,',
      { trustedProxies: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'] },
    ],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['CHAT_QUIET_HOURS', '1', { chatQuietHours: 1 }],
    ['SEARCH_LANGUAGE', 'german', { searchLanguage: 'german' }],
    ['CHAT_CAPACITY', '12', { chatCapacity: 12 }],
    ['AGENT_AWAY_MINUTES', '15', { agentAwayMinutes: 15 }],
    [
      'CHAT_HOURS',
      'Mon 09:00-17:00',
      {
        chatHours: {
          openings: [{ day: 1, from: 540, to: 1020 }],
          timeZone: 'America/New_York',
        },
      },
    ],
    ['RETENTION_CHAT_DAYS', '365', { chatsExpireAfterDays: 365 }],
    ['RETENTION_REVIEW_EMAIL_DAYS', '90', { reviewEmailsExpireAfterDays: 90 }],
    ['RETENTION_AUDIT_DAYS', '730', { auditExpiresAfterDays: 730 }],
    ['BRAND_NAME', '  Quayside ', { brandName: 'Quayside' }],
    ['SUPPORT_EMAIL', 'help@quay.example', { supportEmail: 'help@quay.example' }],
    ['SUPPORT_PHONE', '+44 20 7946 0000', { supportPhone: '+44 20 7946 0000' }],
    ['POSTAL_ADDRESS', '2 Pier Road', { postalAddress: '2 Pier Road' }],
    [
      'ANSWER_TARGET_SALES',
      '5',
      { answerTargets: { support: 30, sales: 5, orders: 30, general: 30 } },
    ],
    ['PAYMENT_URL', 'https://pay.example/x', { paymentUrl: 'https://pay.example/x' }],
    ['PAYMENT_URL', 'http://localhost:4000/x', { paymentUrl: 'http://localhost:4000/x' }],
    ['BANK_DETAILS', 'Bank A\r\n\r\n  IBAN 1 ', { bankDetails: 'Bank A\nIBAN 1' }],
    ['SUPPORT_HOURS', '9am-5pm', { supportHours: '9am-5pm' }],
    ['SUPPORT_TIMEZONE', 'Europe/London', { supportTimezone: 'Europe/London' }],
    ['GOVERNING_STATE', 'Vermont', { governingState: 'Vermont' }],
  ])('%s=%s is taken', (name, value, expected) => {
    expect(readSettings({ [name]: value })).toMatchObject(expected);
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PORT', '3000.5'],
    ['HOST', '   '],
    ['PUBLIC_ORIGIN', 'shop.example'],
    ['PUBLIC_ORIGIN', 'https://shop.example/'],
    ['PUBLIC_ORIGIN', 'https://shop.example/path'],
    ['PUBLIC_ORIGIN', 'ftp://shop.example'],
    ['PUBLIC_ORIGIN', 'https://me@shop.example'],
    ['DATABASE_URL', 'mysql://db/shop'],
    ['DATABASE_URL', 'db/shop'],
    ['DEMO', 'yes'],
    ['TRUSTED_PROXIES', 'the-proxy'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, 10.0.0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'fd00::/129'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    // Reading this as '/0' would trust every address.
    ['TRUSTED_PROXIES', '10.0.0.0/'],
    ['LOG_LEVEL', 'loud'],
    ['CHAT_QUIET_HOURS', '0'],
    // Nobody means 'delete everything at once'.
    ['RETENTION_CHAT_DAYS', '0'],
    ['RETENTION_AUDIT_DAYS', '-1'],
    ['CHAT_QUIET_HOURS', '1.5'],
    ['CHAT_QUIET_HOURS', '10000'],
    ['SEARCH_LANGUAGE', 'klingon'],
    ['CHAT_CAPACITY', '0'],
    ['CHAT_CAPACITY', '100'],
    ['AGENT_AWAY_MINUTES', '0'],
    ['AGENT_AWAY_MINUTES', '1441'],
    ['CHAT_HOURS', 'always'],
    ['ANSWER_TARGET_ORDERS', '0'],
    ['ANSWER_TARGET_GENERAL', '100000'],
    ['SUPPORT_EMAIL', 'help'],
    ['PAYMENT_URL', 'javascript:alert(1)'],
    ['PAYMENT_URL', 'pay.example'],
    ['PAYMENT_URL', 'http://pay.example/x'],
    ['BANK_DETAILS', 'a\n'.repeat(9)],
    ['BANK_DETAILS', 'Bank\u0007'],
    ['SUPPORT_TIMEZONE', 'EST5'],
    ['SUPPORT_TIMEZONE', 'Atlantis/Harbour'],
  ])('%s=%s is refused by its name', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must `));
  });

  test.each(['PORT', 'PUBLIC_ORIGIN', 'DATABASE_URL', 'DEMO', 'TRUSTED_PROXIES', 'BRAND_NAME'])(
    '%s that is empty, as compose files leave it, counts as not set',
    (name) => {
      expect(readSettings({ [name]: '' })).toEqual(readSettings({}));
    },
  );
});

test('all that is wrong is said at once, one line each', () => {
  const problems = problemsOf({ PORT: 'x', DEMO: 'maybe', BRAND_NAME: 'Quayside', LOG_LEVEL: '?' });
  expect(problems.map((line) => line.split(' ')[0])).toEqual(['PORT', 'DEMO', 'LOG_LEVEL']);
});

test('a refused address of the database is not repeated, because it holds a password', () => {
  expect(problemsOf({ DATABASE_URL: 'mysql://root:secret@db/shop' }).join()).not.toContain(
    'secret',
  );
});

test('REDIS_URL is refused without a database that processes can share', () => {
  const redis = { REDIS_URL: 'redis://cache' };
  expect(problemsOf(redis)).toEqual([expect.stringMatching(/^REDIS_URL .* set DATABASE_URL/)]);
  expect(problemsOf({ ...redis, DATABASE_URL: 'postgres://db/shop' })).toEqual([]);
  expect(problemsOf({ REDIS_URL: 'http://cache' })).toEqual([expect.stringMatching(/^REDIS_URL/)]);
});

test('a model is named with its address, or not at all', () => {
  expect(readSettings({}).model).toBeUndefined();
  const named = { MODEL_URL: 'http://127.0.0.1:11434/v1/', MODEL_NAME: 'small' };
  expect(readSettings(named).model).toEqual({
    url: 'http://127.0.0.1:11434/v1',
    key: undefined,
    name: 'small',
  });
  expect(problemsOf({ MODEL_URL: named.MODEL_URL })).toEqual([
    'MODEL_URL and MODEL_NAME must be set together',
  ]);
  expect(problemsOf({ MODEL_KEY: 'key' })).toHaveLength(1);
  for (const url of ['ftp://models.example', 'https://me:secret@models.example', 'models']) {
    const problems = problemsOf({ ...named, MODEL_URL: url });
    expect(problems).toEqual([expect.stringMatching(/^MODEL_URL must be an address/)]);
    expect(problems.join()).not.toContain('secret');
  }
  expect(problemsOf({ ...named, MODEL_KEY: 'a\nb' })).toEqual(['MODEL_KEY must be one line']);
});
