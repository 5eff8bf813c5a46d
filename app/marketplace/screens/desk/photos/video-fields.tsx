import { say } from '../../../../platform/say.ts';
import { parseVideo, writePhoto } from '../../../entries/media-texts.ts';
import { MediaList } from './media-list.tsx';
import { Thumbnail } from './photo-fields.tsx';

const TEXT =
  'Up to three, MP4 or WebM, of at most 20 MB each. They are shown as they are, with whatever a camera wrote into them, and play without sound. They take the place of samples that came with the service.';

/** The sample videos of a service, in its form. */
export function VideoFields() {
  return (
    <MediaList
      kind="video"
      title={say('Sample videos')}
      text={say(TEXT)}
      addLabel={say('Add sample videos')}
      noun="sample video"
      wordsLabel={(number) => say('What sample video {number} shows', { number })}
      thumbnail={Still}
    />
  );
}

function Still({ value }: { readonly value: string }) {
  const video = parseVideo(value);
  return video && <Thumbnail value={writePhoto(video.poster)} />;
}
