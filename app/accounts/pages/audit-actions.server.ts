import { listAction } from '../../portal/pages/list-action.server.ts';
import { AUDIT_LIST } from '../protocol/audit-list.ts';

/** The audit log has no actions besides those of its views. */
export const action = listAction(AUDIT_LIST);
