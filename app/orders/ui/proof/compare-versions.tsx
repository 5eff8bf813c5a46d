import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../../i18n/translate.ts';
import type { VersionView } from '../../protocol/proof.ts';
import { ComparePdfs } from './compare-pdfs.tsx';
import { sizeOf } from './image-stage.tsx';
import { OpacitySlider } from './opacity-slider.tsx';
import type { ProofPageProps } from './proof-page-props.ts';

interface CompareVersionsProps extends ProofPageProps {
  readonly other: VersionView;
}

/** Two versions of a file, the older one first (rule 302). */
export function CompareVersions({ proof, basePath, other, isOverlaid }: CompareVersionsProps) {
  const own = proof.versions.find(({ file }) => file.id === proof.file.id);
  if (!own) return null;
  const [before, after] = own.delivery < other.delivery ? [own, other] : [other, own];
  const to = `${basePath}/proof/${proof.file.id}?compare=${other.file.id}`;
  const canOverlay = proof.kind !== 'video';
  return (
    <section aria-label={t('Comparison')} className="mt-6">
      {canOverlay && (
        <nav aria-label={t('Kind of comparison')} className="mb-4 flex flex-wrap gap-2">
          {[
            { path: to, label: t('Side by side'), isCurrent: !isOverlaid },
            { path: `${to}&view=overlay`, label: t('Overlaid'), isCurrent: isOverlaid },
          ].map(({ path, label, isCurrent }) => (
            <Link
              key={path}
              to={path}
              replace
              preventScrollReset
              aria-current={isCurrent ? 'page' : undefined}
              className="button button-line button-small aria-[current]:border-primary aria-[current]:underline"
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      {proof.kind === 'pdf' ? (
        <ComparePdfs versions={[before, after]} basePath={basePath} isOverlaid={isOverlaid} />
      ) : canOverlay && isOverlaid ? (
        <Overlay before={before} after={after} basePath={basePath} />
      ) : (
        <div className="grid gap-6 md:grid-cols-2">
          {[before, after].map((version) => (
            <figure key={version.file.id} className="min-w-0">
              <figcaption className="mb-2 font-semibold">
                {t('Delivery {number}', { number: version.delivery })}
              </figcaption>
              <Shown version={version} basePath={basePath} isVideo={proof.kind === 'video'} />
            </figure>
          ))}
        </div>
      )}
    </section>
  );
}

/** In percent. */
const HALF = 50;

interface ShownProps {
  readonly version: VersionView;
  readonly basePath: string;
  readonly isVideo?: boolean;
}

function Shown({ version: { file, delivery }, basePath, isVideo = false }: ShownProps) {
  const path = `${basePath}/files/${file.id}`;
  if (isVideo) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written captions of a delivered video
      <video
        src={path}
        controls
        playsInline
        preload="metadata"
        className="block max-h-[70vh] w-full rounded-[10px] bg-night"
      />
    );
  }
  return (
    <img
      src={`${path}/large`}
      alt={t('{name}, delivery {number}', { name: file.name, number: delivery })}
      {...sizeOf(file)}
      className="block h-auto max-w-full rounded-[10px] bg-sunken ring-1 ring-line"
    />
  );
}

interface OverlayProps {
  readonly before: VersionView;
  readonly after: VersionView;
  readonly basePath: string;
}

/** Without JavaScript the newer version is half transparent. */
function Overlay({ before, after, basePath }: OverlayProps) {
  const [opacity, setOpacity] = useState(HALF);
  return (
    <>
      <OpacitySlider of={after} opacity={opacity} onOpacity={setOpacity} />
      <div className="relative mx-auto w-fit max-w-full">
        <img
          src={`${basePath}/files/${before.file.id}/large`}
          alt={t('{name}, delivery {number}', { name: before.file.name, number: before.delivery })}
          className="absolute inset-0 size-full object-contain"
        />
        <img
          src={`${basePath}/files/${after.file.id}/large`}
          alt={t('{name}, delivery {number}', { name: after.file.name, number: after.delivery })}
          {...sizeOf(after.file)}
          className="relative block h-auto max-w-full opacity-50"
          // The policy of pages forbids inline styles; this one is set by the script.
          style={opacity === HALF ? undefined : { opacity: opacity / 100 }}
        />
      </div>
    </>
  );
}
