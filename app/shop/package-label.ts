import { msg, t } from '../i18n/translate.ts';
import type { ServicePackage } from './service.ts';

const LABELS = {
  basic: msg('basic'),
  standard: msg('standard'),
  premium: msg('premium'),
} as const satisfies Readonly<Record<ServicePackage['name'], unknown>>;

export function getPackageLabel(name: ServicePackage['name']): string {
  return t(LABELS[name]);
}
