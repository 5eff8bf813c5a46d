import type { FieldIndex } from '../palettes.ts';
import { inksOn } from '../palettes.ts';
import { PALETTES } from '../palettes.ts';
import { drawObject } from '../scene.ts';
import { findPicture } from '../services/find-picture.ts';
import { drawAct } from './acts.ts';
import type { Cast, Colours, Motion } from './cast.ts';
import { CHOREOGRAPHIES } from './choreographies.ts';
import { HEIGHT, WIDTH } from './frame.ts';
import { findSampleClips } from './sample-clips.ts';

const SECTION = 'video';

function present<Item>(items: readonly (Item | undefined)[]): readonly Item[] {
  return items.filter((item) => item !== undefined);
}

/** The frames of a service's sample video; numbers start at 1. Throws when there is no such. */
export function directClip(slug: string, number: number): Motion {
  const { picture, field: own } = findPicture(SECTION, slug);
  const sample = findSampleClips(slug)[number - 1];
  if (sample === undefined) throw new Error(`'${slug}' has no sample video ${number}`);
  // The three clips of a service stand side by side: each has its own field.
  const first = sample.field ?? (own + number - 1) % 3;
  const coloursOn = (step: number): Colours => {
    const index = ((first + step) % 3) as FieldIndex;
    return {
      field: PALETTES[SECTION].fields[index],
      inks: inksOn(SECTION, index, picture.inks),
      object:
        sample.object === undefined
          ? drawObject(SECTION, index, picture)
          : drawAct(sample.object, inksOn(SECTION, index, picture.inks)),
    };
  };
  const fields = [coloursOn(0), coloursOn(1), coloursOn(2)] as const;
  const emblem = picture.emblem ?? sample.props?.[0] ?? 'play';
  const cast: Cast = {
    ...fields[0],
    fields,
    seed: `clip|${slug}|${number}`,
    standing: picture.stance === 'standing' && sample.object !== 'a quarter mark',
    emblem,
    props: sample.props === undefined ? [emblem, 'star', 'sparkle'] : present(sample.props),
    acts: sample.acts === undefined ? ['an idea'] : present(sample.acts),
    scenes: sample.scenes === undefined ? ['hills'] : present(sample.scenes),
    manner: sample.manner ?? '',
  };
  const motion = CHOREOGRAPHIES[sample.choreography].choreography(cast);
  return (t) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${motion(t)}</svg>`;
}
