import type { Hono } from 'hono';
import * as v from 'valibot';
import type { Member } from '../accounts/protocol/member.ts';
import type { Permission } from '../accounts/protocol/permissions.ts';
import type { AppContext } from '../app-context.ts';
import type { Trace } from '../platform/change/audit.server.ts';
import {
  fileOfList,
  readListState,
  type ListShape,
  type ListState,
} from '../platform/lists/list-state.ts';
import { listForm } from '../platform/lists/read-list.server.ts';
import { download } from './answer.server.ts';
import { anyone, memberOfPage } from './guards.server.ts';
import { form, limit, type EndpointEnv } from './router.server.ts';

/** Each export reads up to 50,000 rows, so a member has one budget for all lists. */
const LIST_EXPORT = { name: 'list-export', burst: 10, perMinute: 10 };

interface ListExport<List extends ListShape> {
  readonly appContext: AppContext;
  readonly member: Member;
  readonly trace: Trace;
  readonly state: ListState<List>;
  /** The values of `more`. */
  readonly sent: Readonly<Record<string, unknown>>;
}

interface Options {
  /** Defaults to '/export' below the list's page. */
  readonly path?: string;
  /** Defaults to the name of the list's page. */
  readonly name?: string;
  /** The fields of the form besides the list's state. */
  readonly more?: v.ObjectEntries;
}

/** Adds the download of a list of the team as CSV. `write` records the export in the audit log. */
export function addListExport<List extends ListShape>(
  router: Hono<EndpointEnv>,
  list: List,
  permission: Permission,
  write: (asked: ListExport<List>) => Promise<string>,
  { path = `${list.path}/export`, name = fileOfList(list), more = {} }: Options = {},
): void {
  router
    // A GET happens after signing in again on the way here, and when a rejected download is reloaded.
    .get(path, anyone(), (c) => c.redirect(list.path))
    .post(
      path,
      memberOfPage(permission),
      limit(LIST_EXPORT),
      form(v.object({ ...listForm(list).entries, ...more })),
      async (c) => {
        const { appContext, member, trace } = c.var;
        const sent = c.req.valid('form') as Record<string, string>;
        const state = readListState(list, new URLSearchParams(sent));
        const body = await write({ appContext, member, trace, state, sent });
        return download({ name, type: 'text/csv; charset=utf-8', body });
      },
    );
}
