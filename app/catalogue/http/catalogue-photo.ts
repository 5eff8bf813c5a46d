import * as v from 'valibot';
import { cropPhoto, readPhotoOrigin } from '../server/photos/crop-photo.server.ts';
import { cataloguer } from '../../http/calls.server.ts';

const LIMIT = { name: 'catalogue-crop', burst: 60, perMinute: 30 };
const pixels = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));
const crop = v.object({ left: pixels(0), top: pixels(0), width: pixels(1), height: pixels(1) });

export const loader = cataloguer.read(({ host, id }) => readPhotoOrigin(host.db, id));

export const action = cataloguer.write(
  crop,
  (part, { host, id }) => cropPhoto(host, id, part),
  LIMIT,
);
