import { expect, test } from 'vitest';
import { DRAWN_SERVICES } from '../services/drawn-services.ts';
import { idsOf, looseReferences, wellFormed } from '../svg.check.ts';
import { CHOREOGRAPHIES } from './choreographies.ts';
import { directClip } from './draw-clip.ts';
import { SAMPLE_CLIPS, findSampleClips } from './sample-clips.ts';

const slugs = DRAWN_SERVICES.filter(({ look }) => look === 'video').map(({ slug }) => slug);
const numbers = [1, 2, 3] as const;
const every = slugs.flatMap((slug) => numbers.map((number) => ({ slug, number })));

/** Moments of a clip, among them its first and its very last. */
const moments = [0, 0.04, 0.13, 0.29, 0.37, 0.5, 0.62, 0.71, 0.88, 0.95, 0.9999];

const frames = every.map(({ slug, number }) => {
  const motion = directClip(slug, number);
  return { name: `${slug}-${number}`, svgs: moments.map(motion) };
});

function namesOf(fails: (svg: string) => boolean): string[] {
  return frames.filter(({ svgs }) => svgs.some(fails)).map(({ name }) => name);
}

test('every video service has three sample videos, in catalogue order', () => {
  expect(Object.keys(SAMPLE_CLIPS)).toEqual(slugs);
  expect(every).toHaveLength(75);
});

test('an unknown service or number is an error', () => {
  expect(() => findSampleClips('book-covers')).toThrow(/book-covers/);
  expect(() => directClip('video-editing', 4)).toThrow(/video-editing/);
});

test.each(slugs)('%s shows three different choreographies under three titles', (slug) => {
  const clips = findSampleClips(slug);
  expect(new Set(clips.map(({ choreography }) => choreography)).size).toBe(3);
  expect(new Set(clips.map(({ title }) => title)).size).toBe(3);
});

test('titles are short, sentence case and all different', () => {
  const titles = Object.values(SAMPLE_CLIPS).flatMap((clips) => clips.map(({ title }) => title));
  expect(new Set(titles).size).toBe(75);
  expect(titles.filter((title) => title.length > 44 || !/^[A-Z0-9][^.]+$/.test(title))).toEqual([]);
});

test('clips last four to six seconds', () => {
  const durations = Object.values(SAMPLE_CLIPS).flatMap((clips) =>
    clips.map(({ durationSeconds }) => durationSeconds),
  );
  expect(durations.filter((seconds) => ![4, 5, 6].includes(seconds))).toEqual([]);
});

test('every choreography is used, and none by more than a seventh of the clips', () => {
  const used = Object.values(SAMPLE_CLIPS).flatMap((clips) =>
    clips.map(({ choreography }) => choreography),
  );
  expect(new Set(used)).toEqual(new Set(Object.keys(CHOREOGRAPHIES)));
  const most = Math.max(
    ...Object.keys(CHOREOGRAPHIES).map((name) => used.filter((other) => other === name).length),
  );
  expect(most).toBeLessThanOrEqual(75 / 7);
});

test('no two clips show the same frame', () => {
  const stills = every.map(({ slug, number }) => directClip(slug, number)(0.5));
  expect(new Set(stills).size).toBe(75);
});

test('a clip is drawn the same every time, whatever was drawn before', () => {
  const changed = every.filter(({ slug, number }, index) => {
    const again = directClip(slug, number);
    again(0.8);
    return moments.some((t, moment) => again(t) !== frames[index]?.svgs[moment]);
  });
  expect(changed).toEqual([]);
});

test('frames are well formed, and every reference has its one target', () => {
  expect(namesOf((svg) => !wellFormed(svg))).toEqual([]);
  expect(namesOf((svg) => looseReferences(svg).length > 0)).toEqual([]);
  expect(namesOf((svg) => new Set(idsOf(svg)).size !== idsOf(svg).length)).toEqual([]);
});

test('frames hold no number that is none, and no letters of a font', () => {
  expect(namesOf((svg) => /NaN|undefined|null|Infinity|\de[-+]?\d/.test(svg))).toEqual([]);
  expect(namesOf((svg) => svg.includes('<text'))).toEqual([]);
});

test('no size is negative', () => {
  expect(namesOf((svg) => / (width|height|r|rx|ry)="-/.test(svg))).toEqual([]);
});

test('everything moves', () => {
  const still = frames.filter(({ svgs }) => new Set(svgs).size < moments.length / 2);
  expect(still.map(({ name }) => name)).toEqual([]);
});
