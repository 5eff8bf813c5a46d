import type { Role } from '../../app/accounts/protocol/roles.ts';

export const TEAM: readonly { fullName: string; email: string; role: Role }[] = [
  { fullName: 'Maya Okafor', email: 'maya.okafor@embarka.example', role: 'agent' },
  { fullName: 'Leo Marchetti', email: 'leo.marchetti@embarka.example', role: 'agent' },
  { fullName: 'Sana Ibrahim', email: 'sana.ibrahim@embarka.example', role: 'agent' },
  { fullName: 'Sam Whitlock', email: 'sam.whitlock@embarka.example', role: 'support' },
  { fullName: 'Ines Duarte', email: 'ines.duarte@embarka.example', role: 'manager' },
  { fullName: 'Henrik Dahl', email: 'henrik.dahl@embarka.example', role: 'admin' },
];
