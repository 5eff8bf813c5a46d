import { t } from '../app/i18n/translate.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NO_SUCH_CONVERSATION } from '../app/chat/server/access.server.ts';
import {
  placeInConversation,
  type UploadPlace,
} from '../app/chat/server/files/upload-place.server.ts';
import { BrowserCache } from '../app/chat/server/messages/visitor-browser.server.ts';
import { createUploadHandler } from '../app/files/server/upload/upload-handler.server.ts';
import type { AppContext, RequestInfo } from '../app/app-context.ts';
import {
  placeOfBuyer,
  placeOfDelivery,
  placeOfForm,
} from '../app/orders/server/files/order-file-rules.server.ts';
import { readNumber } from '../app/orders/protocol/transitions.ts';
import { keyOfClient } from '../app/clients/server/key-of-client.server.ts';
import { RefusedError } from '../app/platform/errors.ts';
import { addressBlock } from '../app/platform/rate-limit.ts';
import { isSecretAddress } from '../app/platform/secret-address.ts';
import { refuseWhoOwes } from '../app/accounts/server/factors/requires-second-factor.ts';
import { findMember } from '../app/accounts/server/members/find-member.server.ts';
import { createRequestHandler } from './request-handler.ts';
import type { Metrics } from './metrics.ts';

const UUID = String.raw`([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})`;
const FILE = String.raw`/files(?:/${UUID})?$`;
const IN_CONVERSATION = new RegExp(String.raw`^/(chat|agentchat)/conversations/(\w{1,64})${FILE}`);
const FROM_BUYER = new RegExp(String.raw`^/order/([\w-]{43})/(brief|refund)${FILE}`);
const IN_ORDER_FORM = new RegExp(String.raw`^/order-forms/${UUID}${FILE}`);
const FROM_CLIENT = new RegExp(String.raw`^/account/orders/(E-\d{1,9})/(brief|refund)${FILE}`);
const IN_DELIVERY = new RegExp(String.raw`^/team/orders/(E-\d{1,9})${FILE}`);
const METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE'];

/** Allows an office full of visitors; the use case limits each chat per hour. */
const VISITOR_LIMIT = { name: 'files', burst: 200, perMinute: 40 };
/** Buyers need no account; the use case limits each order and order form. */
const BUYER_LIMIT = { name: 'order-files', burst: 100, perMinute: 20 };
const MEMBER_LIMIT = { name: 'member-files', burst: 200, perMinute: 60 };

interface Asked {
  /** The route for the log and metrics, without ids and secrets. */
  readonly route: string;
  readonly fileId: string | undefined;
  readonly admit: (request: IncomingMessage, info: RequestInfo) => Promise<UploadPlace>;
}

/** Answers a request, or returns false for other requests. */
export type FileHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Handles uploads before the router, which would buffer each file in memory. The client is
 * authorized before the first byte is read; a refusal closes the connection.
 */
export function createFileHandler(appContext: AppContext, metrics: Metrics): FileHandler {
  const readAsked = createReader(appContext);
  const takeUpload = createUploadHandler(appContext);
  const answer = createRequestHandler(appContext, metrics);

  return (request, response) => {
    const asked = readAsked(request);
    if (!asked) return false;
    const { route, fileId } = asked;
    answer(request, response, route, async (info) => {
      if (isSecretAddress({ pathname: request.url ?? '', search: '' })) {
        response.setHeader('Referrer-Policy', 'no-referrer');
      }
      const place = await asked.admit(request, info);
      const network = addressBlock(info.address);
      await takeUpload({
        place: place.owner.isAgent ? place : { ...place, network },
        fileId,
        request,
        response,
      });
    });
    return true;
  };
}

function createReader(appContext: AppContext) {
  const browsers = new BrowserCache(appContext);
  const { db } = appContext;

  const find = (url: string): Asked | undefined => {
    const [, side, conversationId = '', ofTalk] = IN_CONVERSATION.exec(url) ?? [];
    if (side) {
      return {
        route: `/${side}/conversations/:id/files`,
        fileId: ofTalk,
        admit: async (request, info) => {
          const viewer = await (side === 'chat'
            ? admitBrowser(appContext, browsers, request, info)
            : admitMember(appContext, request, info));
          return placeInConversation(viewer, conversationId);
        },
      };
    }
    const [, secret, purpose, ofOrder] = FROM_BUYER.exec(url) ?? [];
    if (secret) {
      return {
        route: `/order/:secret/${purpose}/files`,
        fileId: ofOrder,
        admit: async ({ method }, info) => {
          if (method === 'POST')
            await appContext.limits.take(BUYER_LIMIT, addressBlock(info.address));
          return placeOfBuyer(
            db,
            secret,
            purpose === 'brief' ? 'brief' : 'refund',
            appContext.settings,
          );
        },
      };
    }
    const [, formKey, ofForm] = IN_ORDER_FORM.exec(url) ?? [];
    if (formKey) {
      return {
        route: '/order-forms/:key/files',
        fileId: ofForm,
        admit: async ({ method }, info) => {
          if (method === 'POST')
            await appContext.limits.take(BUYER_LIMIT, addressBlock(info.address));
          return placeOfForm(formKey, appContext.settings);
        },
      };
    }
    const [, ofClient, aim, ofAccount] = FROM_CLIENT.exec(url) ?? [];
    if (ofClient) {
      return {
        route: `/account/orders/:number/${aim}/files`,
        fileId: ofAccount,
        admit: async ({ method, headers }, info) => {
          const purpose = aim === 'brief' ? 'brief' : 'refund';
          if (method === 'POST')
            await appContext.limits.take(BUYER_LIMIT, addressBlock(info.address));
          const key = await keyOfClient(appContext, headers.cookie, ofClient, purpose);
          return placeOfBuyer(db, key, purpose, appContext.settings);
        },
      };
    }
    const [, number, ofDelivery] = IN_DELIVERY.exec(url) ?? [];
    if (!number) return undefined;
    return {
      route: '/team/orders/:number/files',
      fileId: ofDelivery,
      admit: async (request, info) => {
        const { member } = await admitMember(appContext, request, info);
        return placeOfDelivery(db, member, readNumber(number) ?? -1, appContext.settings);
      },
    };
  };

  return ({ method = '', url = '' }: IncomingMessage): Asked | undefined => {
    if (!METHODS.includes(method)) return undefined;
    const asked = find(url);
    // A new upload has no id yet; all other requests name one.
    return asked && (method === 'POST') === (asked.fileId === undefined) ? asked : undefined;
  };
}

async function admitBrowser(
  appContext: AppContext,
  browsers: BrowserCache,
  { method, headers }: IncomingMessage,
  info: RequestInfo,
) {
  const browserId = await browsers.find(headers.cookie);
  if (!browserId) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  info.who = `browser ${browserId}`;
  if (method === 'POST') await appContext.limits.take(VISITOR_LIMIT, addressBlock(info.address));
  return { kind: 'browser', browserId } as const;
}

async function admitMember(
  appContext: AppContext,
  { method, headers }: IncomingMessage,
  info: RequestInfo,
) {
  const cookies = new Headers({ Cookie: headers.cookie ?? '' });
  const session = await findMember(appContext.db, appContext.auth, cookies);
  if (!session) throw new RefusedError(401, t("You're signed out. Sign in again."));
  const { member } = session;
  info.who = `member ${member.id}`;
  refuseWhoOwes(appContext, session);
  if (method === 'POST') await appContext.limits.take(MEMBER_LIMIT, member.id);
  return { kind: 'member', member } as const;
}
