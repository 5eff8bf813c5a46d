import { say } from '../../../platform/say.ts';
import { useState } from 'react';
import { parsePhoto, writePhoto, parseVideo } from '../../protocol/media-texts.ts';
import { plainPhotoPath } from '../../protocol/photo.ts';
import { CropDialog } from './crop-dialog.tsx';
import { MediaList, type ItemActions } from './media-list.tsx';

const ABOUT_PHOTOS =
  'Up to ten, JPEG, PNG, WebP or AVIF, of at most 15 MB each. The first stands for the service in lists and where its page is shared. Without any it has its drawing. They lose what a camera wrote into them, such as where they were taken.';

export function PhotoFields() {
  return (
    <MediaList
      kind="photo"
      title={say('Photos')}
      text={say(ABOUT_PHOTOS)}
      addLabel={say('Add photos')}
      noun="photo"
      wordsLabel={(number) => say('Alternative text of photo {number}', { number })}
      thumbnail={Thumbnail}
      actions={CropButton}
    />
  );
}

function Thumbnail({ value }: { readonly value: string }) {
  const photo = parsePhoto(value);
  return (
    photo && (
      <img
        src={plainPhotoPath(photo, 320)}
        alt=""
        width={132}
        height={99}
        draggable={false}
        className="aspect-4/3 w-full rounded-[10px] object-cover"
      />
    )
  );
}

function CropButton({ item, number, list }: ItemActions) {
  const [isOpen, setOpen] = useState(false);
  const photo = parsePhoto(item.value);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="button button-line button-small"
        onClick={() => setOpen(true)}
      >
        {say('Crop photo {number}', { number })}
      </button>
      {isOpen && photo && (
        <CropDialog
          id={photo.id}
          number={number}
          onClose={() => setOpen(false)}
          onCropped={(cropped) => list.change(item.key, { value: writePhoto(cropped) })}
        />
      )}
    </>
  );
}

const ABOUT_VIDEOS =
  'Up to three, MP4 or WebM, of at most 20 MB each. They are shown as they are, with whatever a camera wrote into them, and play without sound. They take the place of samples that came with the service.';

export function VideoFields() {
  return (
    <MediaList
      kind="video"
      title={say('Sample videos')}
      text={say(ABOUT_VIDEOS)}
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
