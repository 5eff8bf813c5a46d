import { t } from '../../i18n/translate.ts';

export function OpenElsewhere({ path }: { readonly path: string }) {
  return (
    <main className="grid min-h-dvh place-content-center gap-5 p-6 text-center">
      <h1 className="text-[22px]">{t('The chat cannot be shown here.')}</h1>
      <p>
        <a href={path} target="_blank" rel="noopener noreferrer" className="button button-primary">
          {t('Open it in a window')}
        </a>
      </p>
    </main>
  );
}
