import { CLIPS_PER_SERVICE, clipPaths, type Clip } from '../pictures/clip-path.ts';
import { mainPicturePath } from '../pictures/picture-path.ts';
import { plainPhotoPath, videoPath, type ServiceVideo } from '../../catalogue/protocol/photo.ts';
import { SampleVideo } from './sample-video.tsx';
import type { Service } from '../service.ts';
import { say } from '../../platform/say.ts';

interface SampleVideosProps {
  readonly service: Pick<Service, 'art' | 'look' | 'title' | 'photos' | 'videos'>;
  /** Sample videos were rendered under this name. Undefined means that there are none. */
  readonly clips?: string | undefined;
  readonly titles?: readonly (string | undefined)[];
}

/** The first sample is large. Videos that the operator added replace the rendered samples. */
export function SampleVideos({ service, clips, titles = [] }: SampleVideosProps) {
  const { title, videos } = service;
  const shown = videos.length > 0 ? videos.map(toSample) : madeSamples(clips, titles);
  return (
    <ul
      aria-label={say('Sample videos: {title}', { title })}
      className="grid grid-cols-1 gap-x-3.5 gap-y-5 min-[520px]:grid-cols-2"
    >
      {shown.map((sample, index) => (
        <li key={sample.clip.poster} className="min-[520px]:first:col-span-2">
          <SampleVideo
            clip={sample.clip}
            fallback={videos.length > 0 ? sample.clip.poster : mainPicturePath(service)}
            label={say('Sample {number}', { number: index + 1 })}
            title={sample.title}
            isLarge={index === 0}
          />
        </li>
      ))}
    </ul>
  );
}

interface Sample {
  readonly clip: Clip;
  readonly title: string | undefined;
}

function madeSamples(clips: string | undefined, titles: readonly (string | undefined)[]): Sample[] {
  if (clips === undefined) return [];
  return Array.from({ length: CLIPS_PER_SERVICE }, (_, index) => {
    const { webp, ...formats } = clipPaths(clips, index + 1);
    return { clip: { ...formats, poster: webp }, title: titles[index] };
  });
}

/** Most screens show a sample at this width. */
const POSTER_WIDTH = 960;

function toSample(video: ServiceVideo): Sample {
  const clip = {
    [video.format]: videoPath(video),
    poster: plainPhotoPath(video.poster, POSTER_WIDTH),
  };
  return { clip, title: video.title || undefined };
}
