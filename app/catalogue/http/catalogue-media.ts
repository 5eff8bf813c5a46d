import * as v from 'valibot';
import { keepUpload } from '../server/photos/keep-upload.server.ts';
import { UPLOAD_KINDS } from '../protocol/media-limits.ts';
import { text, uuid } from '../../platform/fields.ts';
import { cataloguer } from '../../http/calls.server.ts';

const LIMIT = { name: 'catalogue-media', burst: 60, perMinute: 30 };
const upload = v.object({ kind: v.picklist(UPLOAD_KINDS), id: uuid, name: text(300) });

export const action = cataloguer.write(upload, (file, { host }) => keepUpload(host, file), LIMIT);
