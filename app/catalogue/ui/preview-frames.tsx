import { t, msg } from '../../i18n/translate.ts';
import { Link } from 'react-router';
import './preview.css';

interface PreviewFramesProps {
  readonly id: string;
  readonly title: string;
  /** A changed version makes the frames reload. */
  readonly version: number;
  readonly edit: string;
  readonly publish: string;
}

const THEMES = [
  { theme: 'light', name: msg('light') },
  { theme: 'dark', name: msg('dark') },
] as const;

const SIZES = [
  { width: 1440, height: 1000, name: 'wide' },
  { width: 390, height: 844, name: 'telephone' },
] as const;

export function PreviewFrames({ id, title, version, edit, publish }: PreviewFramesProps) {
  return (
    <>
      <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2">
        <Link to={edit} className="link">
          {t('Back to the form')}
        </Link>
        <Link to={publish} className="link">
          {t('Publish')}
        </Link>
      </p>
      {SIZES.map(({ width, height, name: size }) => (
        <section
          key={size}
          className="mt-10"
          aria-label={t('{width, plural, one {# pixel} other {# pixels}} wide', { width })}
        >
          <h2 className="text-[22px]">{t('{width} px', { width })}</h2>
          <ul className="mt-4 flex flex-wrap gap-6">
            {THEMES.map(({ theme, name }) => (
              <li key={theme} className="min-w-0 max-w-full">
                <a
                  href={`/preview/${theme}/${id}`}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t(
                    '{theme}, {width, plural, one {# pixel} other {# pixels}} wide, opens in a new tab',
                    {
                      theme: t(name),
                      width,
                    },
                  )}
                  className="link inline-flex min-h-11 items-center text-[15px] capitalize"
                >
                  {t(name)}
                </a>
                <div className={`preview-box preview-${size}`}>
                  {/* The page is on this origin and needs its scripts: a sandbox that allows both gives no
                     protection. */}
                  {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
                  <iframe
                    src={`/preview/${theme}/${id}?v=${version}`}
                    title={t(
                      '{title}, {name}, {width, plural, one {# pixel} other {# pixels}} wide',
                      {
                        title,
                        name: t(name),
                        width,
                      },
                    )}
                    width={width}
                    height={height}
                    loading="lazy"
                  />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
