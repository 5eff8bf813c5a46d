import { useId } from 'react';
import { t } from '../../../i18n/translate.ts';
import type { VersionView } from '../../protocol/proof.ts';

interface OpacitySliderProps {
  readonly of: VersionView;
  readonly opacity: number;
  readonly onOpacity: (opacity: number) => void;
}

/** Compares two versions by looking through the newer one. The opacity is in percent. */
export function OpacitySlider({ of, opacity, onOpacity }: OpacitySliderProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="block font-semibold">
        {t('Opacity of delivery {number}', { number: of.delivery })}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={opacity}
        aria-valuetext={t('{value} %', { value: opacity })}
        onChange={({ currentTarget }) => onOpacity(currentTarget.valueAsNumber)}
        className="mt-2 mb-4 block h-11 w-full max-w-[480px] accent-primary"
      />
    </>
  );
}
