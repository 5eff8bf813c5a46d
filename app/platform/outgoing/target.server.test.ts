import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../tests/support/team.ts';
import {
  checkAddresses,
  guardedLookup,
  isPublicAddress,
  readTargetUrl,
  targetPolicy,
} from './target.server.ts';

describe('an address of the Internet', () => {
  test.each(['93.184.215.14', '1.1.1.1', '172.15.0.1', '2606:4700::1111', '2a00:1450::8a'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'not an address',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('the address of a webhook', () => {
  test.each([
    'ftp://example.com/',
    'http://example.com/hook',
    'https://user:secret@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data',
    'not an address',
    '',
    `https://example.com/${'x'.repeat(600)}`,
  ])('is refused when it is %s', async (url) => {
    const refusal = await refusalOf(Promise.try(() => readTargetUrl(url, 'public')));
    expect(refusal).toMatchObject({ status: 400, field: 'url' });
  });

  test('loses its fragment and keeps the rest', () => {
    expect(readTargetUrl(' https://example.com:8443/a?b=c#d ', 'public')).toBe(
      'https://example.com:8443/a?b=c',
    );
  });

  test('may be on this computer only where the server serves this computer alone', async () => {
    const settings = { webhookAllowPrivate: false, publicOrigin: undefined };
    expect(targetPolicy(settings)).toBe('loopback');
    expect(targetPolicy({ ...settings, publicOrigin: 'https://shop.example' })).toBe('public');
    expect(targetPolicy({ ...settings, webhookAllowPrivate: true })).toBe('private');
    expect(readTargetUrl('http://127.0.0.1:9000/', 'loopback')).toBe('http://127.0.0.1:9000/');
    await refusalOf(Promise.try(() => readTargetUrl('http://10.0.0.1/', 'loopback')));
    expect(readTargetUrl('http://10.0.0.1/', 'private')).toBe('http://10.0.0.1/');
  });

  test('over the Internet is https, whatever is allowed inside', () => {
    expect(() => checkAddresses(['1.1.1.1'], 'http:', 'private')).toThrow('must use https');
  });
});

describe('a name', () => {
  const lookUp = (found: LookupAddress[]) =>
    new Promise((resolve) => {
      const resolveName = ((_name: string, _options: unknown, done: (...all: unknown[]) => void) =>
        done(null, found)) as never;
      guardedLookup('https:', 'public', resolveName)(
        'inside.example',
        { all: true },
        (error, got) => resolve(error?.message ?? got),
      );
    });

  test('is connected to when all its addresses are of the Internet', async () => {
    const found = [{ address: '1.1.1.1', family: 4 }];
    expect(await lookUp(found)).toEqual(found);
  });

  test('is refused when one of them is inside, also when another one is not', async () => {
    const found = [
      { address: '1.1.1.1', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ];
    expect(await lookUp(found)).toContain('169.254.169.254');
  });
});
