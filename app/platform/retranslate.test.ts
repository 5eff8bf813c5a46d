import { describe, expect, test } from 'vitest';
import '../i18n/messages.server.ts';
import { detailsOf } from '../accounts/server/audit/audit.server.ts';
import { retranslateAny, retranslateParts } from './retranslate.ts';
import { ENGLISH, speechIn, type Speech } from '../i18n/translate.ts';
import { speaking } from './speech.server.ts';

const SPANISH = speechIn('es');
const detail = (speech: Speech, stored: string, action = 'role-changed') =>
  speaking(speech, () => retranslateParts(stored, detailsOf(action)));

describe('what was written down', () => {
  test.each([
    ['passkey', 'llave de acceso'],
    ['agent → manager', 'agente → gestor'],
    ['asked for the role admin', 'pidió el rol administrador'],
    ['1 conversation, 12 messages, 1 browser', '1 conversación, 12 mensajes, 1 navegador'],
    ['message 4 of abc, by its visitor', 'mensaje 4 de abc, por su visitante'],
    ['Sales · always · 3 members', 'Sales · siempre · 3 miembros'],
  ])('is read in the reader’s language, whoever wrote it: %s', (english, spanish) => {
    expect(detail(SPANISH, english)).toBe(spanish);
    expect(detail(ENGLISH, spanish)).toBe(english);
    expect(detail(SPANISH, spanish)).toBe(spanish);
  });

  test('stays what somebody typed where it is that', () => {
    expect(detail(SPANISH, 'files', 'label-added')).toBe('files');
    expect(detail(SPANISH, 'Logo on Shirt, Files', 'catalogue-published')).toBe(
      'Logo on Shirt, Files',
    );
    expect(detail(SPANISH, 'A, B and 3 more', 'catalogue-published')).toBe('A, B y 3 más');
    expect(detail(SPANISH, 'Firefox on Linux', 'session-ended')).toBe('Firefox en Linux');
  });

  test('is left as it is where it is nobody’s sentence', () => {
    for (const stored of ['', 'ops@fleet.example', '$5 (+) [x]', 'a → b, c · d']) {
      expect(detail(SPANISH, stored)).toBe(stored);
    }
  });

  test.each([
    ['It was $5.00 instead of $7.00.', 'Fueron $5.00 en lugar de $7.00.'],
    ['It came in EUR, and the order is in USD.', 'Llegó en EUR, y el pedido está en USD.'],
    ['The books say 5 USD, the provider 7 USD.', 'Los libros dicen 5 USD; el proveedor, 7 USD.'],
    ['The request failed (EPROTO).', 'La petición falló (EPROTO).'],
    ['Nobody listens there.', 'Nadie escucha ahí.'],
    ['550 mailbox unavailable', '550 mailbox unavailable'],
  ])('of a fault is found among all that is said: %s', (stored, spanish) => {
    expect(speaking(SPANISH, () => retranslateAny(stored))).toBe(spanish);
    expect(speaking(ENGLISH, () => retranslateAny(stored))).toBe(stored);
  });

  test('and is very long, is left as it is, without trying every way to divide it', () => {
    const long = 'The books say a and b, the provider c and d: '.repeat(1500);
    expect(speaking(SPANISH, () => retranslateAny(long))).toBe(long);
  });

  test.each([
    ['Sales · always · 12 members', 'Sales · siempre · 12 miembros'],
    ['Sales · always · few members', 'Sales · siempre · few members'],
    ['Sales · always · 3 members more', 'Sales · siempre · 3 members more'],
  ])('with a number is found where its place holds one: %s', (stored, spanish) => {
    expect(detail(SPANISH, stored)).toBe(spanish);
  });

  test('is divided as late as it can be', () => {
    expect(detail(SPANISH, 'Sam and 2 and 3 more', 'catalogue-published')).toBe(
      'Sam and 2 y 3 más',
    );
  });
});
