import { CLIPS_PER_SERVICE, clipPaths } from '../pictures/clip-path.ts';
import { mainPicturePath } from '../pictures/picture-path.ts';
import { SampleVideo } from './sample-video.tsx';
import type { Service } from '../service.ts';

interface SampleVideosProps {
  readonly service: Pick<Service, 'art' | 'look' | 'title'>;
  /** Under which name the samples were made. */
  readonly clips: string;
  /** What each sample shows, where somebody wrote it down. */
  readonly titles?: readonly (string | undefined)[];
}

/** What a video service shows instead of photos: the first sample large, two more below. */
export function SampleVideos({ service, clips, titles = [] }: SampleVideosProps) {
  const { title } = service;
  const numbers = Array.from({ length: CLIPS_PER_SERVICE }, (_, index) => index + 1);
  return (
    <ul
      aria-label={`Sample videos: ${title}`}
      className="grid grid-cols-1 gap-x-3.5 gap-y-5 min-[520px]:grid-cols-2"
    >
      {numbers.map((number) => (
        <li key={number} className="min-[520px]:first:col-span-2">
          <SampleVideo
            clip={clipPaths(clips, number)}
            fallback={mainPicturePath(service)}
            label={`Sample ${number}`}
            title={titles[number - 1]}
            isLarge={number === 1}
          />
        </li>
      ))}
    </ul>
  );
}
