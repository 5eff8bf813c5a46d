import type { NewAccount } from '../../app/accounts/server/sign-in/create-account.server.ts';

/** The people of the tests. */
export const CAST = {
  maya: {
    email: 'maya.okafor@embarka.example',
    fullName: 'Maya Okafor',
    role: 'agent',
    password: 'lantern-tide-41',
  },
  leo: {
    email: 'leo.marchetti@embarka.example',
    fullName: 'Leo Marchetti',
    role: 'agent',
    password: 'harbour-slate-17',
  },
  sam: {
    email: 'sam.whitlock@embarka.example',
    fullName: 'Sam Whitlock',
    role: 'support',
    password: 'copper-anchor-63',
  },
  ines: {
    email: 'ines.duarte@embarka.example',
    fullName: 'Ines Duarte',
    role: 'manager',
    password: 'meadow-signal-29',
  },
  henrik: {
    email: 'henrik.dahl@embarka.example',
    fullName: 'Henrik Dahl',
    role: 'admin',
    password: 'granite-sail-88',
  },
} as const satisfies Record<string, NewAccount>;

/** Visitors have no accounts, only addresses. */
export const VISITORS = {
  elena: 'elena.ruiz@northfold.example',
  priya: 'priya@lumenstudio.example',
  daniel: 'daniel.kovac@harborline.example',
  noor: 'noor.haddad@cedarpress.example',
  kofi: 'kofi.mensah@goldcoast.example',
  walter: 'walter.brandt@lighthouse.example',
  astrid: 'astrid.lund@fjordbooks.example',
  mateo: 'mateo.silva@portoprint.example',
} as const;
