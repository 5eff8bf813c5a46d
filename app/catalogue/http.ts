import * as v from 'valibot';
import { NAVIGATION_ITEMS } from '../accounts/protocol/navigation-items.ts';
import { download } from '../http/answer.server.ts';
import { anyone, member, memberOfPage } from '../http/guards.server.ts';
import { addListExport } from '../http/list-export.server.ts';
import { createRouter, form, json, largeForm, limit, respond } from '../http/router.server.ts';
import { text, uuid } from '../platform/fields.ts';
import { UPLOAD_KINDS } from './protocol/limits.ts';
import { cropPhoto, readPhotoOrigin } from './server/photos/crop-photo.server.ts';
import { keepUpload } from './server/photos/take-upload.server.ts';
import { SERVICE_LIST } from './protocol/service-list.ts';
import { exportServices } from './server/lists/export-services.server.ts';
import { EXPORT_FORMATS, exportCatalogue } from './server/transfer/export-catalogue.server.ts';
import { IMPORT_LIMIT } from './protocol/import-limit.ts';

const MEDIA_LIMIT = { name: 'catalogue-media', burst: 60, perMinute: 30 };
const CROP_LIMIT = { name: 'catalogue-crop', burst: 60, perMinute: 30 };
const EXPORT_LIMIT = { name: 'catalogue-export', burst: 20, perMinute: 20 };

const { permission } = NAVIGATION_ITEMS['/team/catalogue'];
const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

const pixels = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));
const Upload = v.object({ kind: v.picklist(UPLOAD_KINDS), id: uuid, name: text(300) });
const Crop = v.object({ left: pixels(0), top: pixels(0), width: pixels(1), height: pixels(1) });

export const catalogue = createRouter()
  .post('/team/catalogue/media', member(permission), limit(MEDIA_LIMIT), json(Upload), async (c) =>
    respond(c, await keepUpload(c.var.appContext, c.req.valid('json'))),
  )
  .get('/team/catalogue/media/:id', member(permission), async (c) =>
    respond(c, await readPhotoOrigin(c.var.appContext.db, c.req.param('id'))),
  )
  .post('/team/catalogue/media/:id', member(permission), limit(CROP_LIMIT), json(Crop), async (c) =>
    respond(c, await cropPhoto(c.var.appContext, c.req.param('id'), c.req.valid('json'))),
  )

  // A GET happens after signing in again on the way here, and when a rejected download is reloaded.
  .get('/team/catalogue/export', anyone(), (c) => c.redirect('/team/catalogue'))
  .post(
    '/team/catalogue/export',
    memberOfPage(permission),
    limit(EXPORT_LIMIT),
    form(v.object({ format: v.picklist(EXPORT_FORMATS) })),
    async (c) => {
      const { appContext, trace } = c.var;
      const { format } = c.req.valid('form');
      return download({
        name: `catalogue-${appContext.catalogue.revision}.${format}`,
        type: `${TYPES[format]}; charset=utf-8`,
        body: await exportCatalogue(appContext, trace, format),
      });
    },
  )

  // The page itself handles the form, which may be larger than others.
  .post('/team/catalogue/import', largeForm(member(permission), IMPORT_LIMIT))
  .post('/team/catalogue/import.data', largeForm(member(permission), IMPORT_LIMIT));

addListExport(
  catalogue,
  SERVICE_LIST,
  permission,
  ({ appContext, trace, state }) => exportServices(appContext, trace, state),
  { path: '/team/catalogue/services/export', name: 'services.csv' },
);
