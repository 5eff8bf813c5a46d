import { t } from '../../../i18n/translate.ts';
import { inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { publicMedia } from '../../../platform/files/tables.server.ts';
import type { EntryFields } from '../../protocol/entry.ts';
import { parsePhoto } from '../../protocol/media-texts.ts';
import type { Faults, Texts } from '../../protocol/read-texts.ts';
import type { ServicePhoto, ServiceVideo } from '../../protocol/photo.ts';

interface Named {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** Photos and videos of a draft must exist with the stated size and format. */
export async function checkMedia(tx: Database, fields: EntryFields): Promise<Faults> {
  const { photos = [], videos = [] } = fields as {
    readonly photos?: readonly ServicePhoto[];
    readonly videos?: readonly ServiceVideo[];
  };
  const ids = [...photos, ...videos, ...videos.map(({ poster }) => poster)].map(({ id }) => id);
  if (ids.length === 0) return {};
  const rows = await tx.select().from(publicMedia).where(inArray(publicMedia.id, ids));
  const known = new Map(rows.map((row) => [row.id, row]));
  const isPhoto = ({ id, width, height }: Named) => {
    const row = known.get(id);
    return row?.kind === 'photo' && row.width === width && row.height === height;
  };
  const isVideo = ({ id, format }: ServiceVideo) => known.get(id)?.type === `video/${format}`;
  const faults: Faults = {};
  const photo = photos.findIndex((each) => !isPhoto(each));
  if (photo !== -1)
    faults.photos = t('Photo {number} no longer exists. Remove it and add it again.', {
      number: photo + 1,
    });
  const video = videos.findIndex((each) => !isVideo(each) || !isPhoto(each.poster));
  if (video !== -1)
    faults.videos = t('Sample video {number} no longer exists. Remove it and add it again.', {
      number: video + 1,
    });
  return faults;
}

export async function checkLogo(tx: Database, fields: EntryFields): Promise<Faults> {
  const faults: Faults = {};
  if (fields.logoDark && !fields.logo) {
    faults.logo = t('Add the main logo too: this one is only for dark backgrounds.');
  }
  const named = ['logo', 'logoDark'].flatMap((name) => {
    const text = fields[name];
    const picture = typeof text === 'string' ? parsePhoto(text) : undefined;
    return picture ? [{ name, picture }] : [];
  });
  if (named.length === 0) return faults;
  const ids = named.map(({ picture }) => picture.id);
  const rows = await tx.select().from(publicMedia).where(inArray(publicMedia.id, ids));
  for (const { name, picture } of named) {
    const row = rows.find(({ id }) => id === picture.id);
    const isThere =
      row?.kind === 'photo' && row.width === picture.width && row.height === picture.height;
    if (!isThere) {
      faults[name] = t('This picture no longer exists. Remove it and add it again.');
    }
  }
  return faults;
}

/** Names the fields whose descriptions must be filled in before the service can be published. */
export function findMissingWords(typed: Texts): Faults {
  const missing = Object.keys(typed).flatMap((name) => {
    const [, kind] = /^(photo|video)\.\d+$/.exec(name) ?? [];
    if (kind === undefined || typed[name]?.trim() === '') return [];
    const field = kind === 'photo' ? `${name}.alt` : `${name}.title`;
    if (typed[field]?.trim()) return [];
    const fault =
      kind === 'photo'
        ? t('Add an alternative text before you publish, or remove the photo.')
        : t('Add a description before you publish, or remove the sample video.');
    return [[field, fault]];
  });
  return Object.fromEntries(missing);
}

/** Returns the reason, or undefined when everything can be published. */
export function refuseWithoutWords({
  title,
  photos,
  videos,
}: {
  readonly title: string;
  readonly photos: readonly ServicePhoto[];
  readonly videos: readonly ServiceVideo[];
}): string | undefined {
  const photo = photos.findIndex(({ alt }) => alt === '');
  if (photo !== -1) {
    return t(
      "“{title}” can't be published because photo {number} has no alternative text. Add one or remove the photo. Nothing was published.",
      { title, number: photo + 1 },
    );
  }
  const video = videos.findIndex(({ title: described }) => described === '');
  return video === -1
    ? undefined
    : t(
        "“{title}” can't be published because sample video {number} has no description. Add one or remove the video. Nothing was published.",
        { title, number: video + 1 },
      );
}
