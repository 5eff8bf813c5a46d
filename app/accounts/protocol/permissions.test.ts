import { expect, test } from 'vitest';
import { everyRow } from '../../../tests/support/every-row.ts';
import { may, PERMISSIONS, type Permission } from './permissions.ts';
import { ROLES, type Role } from './roles.ts';

/** rule 191 as a table. A permission without a row fails the test. */
const TABLE: Readonly<Record<Permission, readonly Role[]>> = {
  'use-portal': ['agent', 'admin', 'manager', 'support'],
  'choose-to-answer': ['admin', 'manager'],
  'take-from-queue': ['admin', 'manager', 'support'],
  'see-every-conversation': ['admin', 'manager'],
  'reassign-visitors': ['admin', 'manager'],
  'set-capacities': ['admin', 'manager'],
  'manage-teams': ['admin', 'manager'],
  'manage-shared-replies': ['admin', 'manager'],
  'manage-catalogue': ['admin', 'manager'],
  'manage-labels': ['admin', 'manager'],
  'manage-orders': ['admin', 'manager'],
  'manage-coupons': ['admin', 'manager'],
  'read-reports': ['admin', 'manager'],
  'moderate-reviews': ['admin', 'manager'],
  'block-visitors': ['admin', 'manager'],
  'manage-accounts': ['admin'],
  'manage-integrations': ['admin'],
  'change-settings': ['admin'],
  'read-audit-log': ['admin'],
  'manage-outbox': ['admin'],
  'export-visitors': ['admin'],
  'erase-visitors': ['admin'],
  'reset-everything': ['admin'],
};

test('every permission is for exactly the roles of the table', async () => {
  await everyRow(PERMISSIONS, String, (permission) => {
    expect(ROLES.filter((role) => may({ role }, permission))).toEqual(TABLE[permission]);
  });
});

test('no permission is for somebody who is not signed in', () => {
  expect(PERMISSIONS.filter((permission) => may(undefined, permission))).toEqual([]);
});
