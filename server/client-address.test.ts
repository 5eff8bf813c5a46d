import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClientAddressReader } from './client-address.ts';

const PROXY = '10.0.0.1';
const VISITOR = '203.0.113.9';

describe('without trusted proxies', () => {
  const read = createClientAddressReader([]);

  test('the address is the peer’s, whatever X-Forwarded-For says', () => {
    expect(read(VISITOR, undefined)).toBe(VISITOR);
    for (const madeUp of ['198.51.100.1', '127.0.0.1', `${VISITOR}, 10.0.0.1`, '', ',,', 'x']) {
      expect(read(VISITOR, madeUp)).toBe(VISITOR);
    }
  });

  test('thousands of hops that nobody believes are not even read', () => {
    const unread = new Proxy(new String('a,'.repeat(8000)), {
      get() {
        throw new Error('The header was read');
      },
    });
    expect(read(VISITOR, unread as unknown as string)).toBe(VISITOR);
  });

  test('IPv4 seen through an IPv6 socket is written as IPv4', () => {
    expect(read('::ffff:203.0.113.9', undefined)).toBe(VISITOR);
    expect(read('::FFFF:203.0.113.9', undefined)).toBe(VISITOR);
  });
});

describe('behind trusted proxies', () => {
  const read = createClientAddressReader(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);

  test.each([
    ['one proxy', PROXY, VISITOR],
    ['a proxy on an IPv6 socket', `::ffff:${PROXY}`, VISITOR],
    ['a proxy with an IPv6 address', 'fd00::7', VISITOR],
    ['a chain of proxies', PROXY, `${VISITOR}, 192.0.2.1, 10.2.3.4`],
    ['a chain of both families', 'fd00::7', `${VISITOR},10.0.0.9`],
    ['spaces and empty hops are ignored', PROXY, `, ${VISITOR} ,`],
    ['IPv4 inside IPv6', PROXY, `::ffff:${VISITOR}`],
    ['a port, as some proxies add it', PROXY, `${VISITOR}:51234`],
    ['a port on every hop', PROXY, `${VISITOR}:51234, 10.0.0.2:443`],
  ])('the visitor is found: %s', (_, peer, forwardedFor) => {
    expect(read(peer, forwardedFor)).toBe(VISITOR);
  });

  test.each([
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:51234', '2001:db8::1'],
  ])('a visitor with IPv6 is found: %s', (forwardedFor, expected) => {
    expect(read(PROXY, forwardedFor)).toBe(expected);
  });

  test('what a visitor wrote before the proxy’s own entry changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('10.0.0.3'), fc.string()), {
          maxLength: 5,
        }),
        (madeUp) => {
          expect(read(PROXY, [...madeUp, VISITOR].join(', '))).toBe(VISITOR);
        },
      ),
    );
  });

  test('a peer that is no proxy is not believed, even when it names one', () => {
    expect(read(VISITOR, '198.51.100.1')).toBe(VISITOR);
    expect(read(VISITOR, `198.51.100.1, ${PROXY}`)).toBe(VISITOR);
    expect(read('192.0.2.2', '198.51.100.1')).toBe('192.0.2.2');
  });

  test.each([
    ['nothing', undefined],
    ['nothing but commas', ', ,'],
    ['a word', 'unknown'],
    ['a hidden name', '_hidden'],
    ['half an address', '203.0.113'],
    ['number', '3405803785'],
    ['a port that is none', '203.0.113.9:x'],
    ['an open bracket', '[2001:db8::1'],
    ['markup', '<script>'],
  ])('a proxy that forwards %s is itself the address', (_, forwardedFor) => {
    expect(read(PROXY, forwardedFor)).toBe(PROXY);
  });

  test('garbage ends the chain: what stands before it is not believed', () => {
    expect(read(PROXY, `${VISITOR}, unknown, 10.0.0.2`)).toBe('10.0.0.2');
  });

  test('when every hop is a proxy, the farthest one is the address', () => {
    expect(read(PROXY, '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
  });

  test('a link-local peer with its zone is read', () => {
    expect(read('fe80::1%eth0', VISITOR)).toBe('fe80::1%eth0');
    expect(createClientAddressReader(['fe80::/10'])('fe80::1%eth0', VISITOR)).toBe(VISITOR);
  });
});
