/** The first frame of a video is often black. */
const AT_SECOND = 1;
const GIVE_UP_MS = 30_000;
const QUALITY = 0.92;

/** Captures a frame of a video on this server as a JPEG. Rejects when the browser cannot play the video. */
export async function makePoster(address: string): Promise<Blob> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.src = address;
  try {
    await happens(video, 'loadeddata');
    video.currentTime = Math.min(AT_SECOND, video.duration / 2 || 0);
    await happens(video, 'seeked');
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('There is no still'))),
        'image/jpeg',
        QUALITY,
      );
    });
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

function happens(video: HTMLVideoElement, type: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(GIVE_UP_MS);
    const fail = () => reject(new Error('The video cannot be shown'));
    video.addEventListener(type, () => resolve(), { once: true, signal });
    video.addEventListener('error', fail, { once: true, signal });
    signal.addEventListener('abort', fail);
  });
}
