import { Link } from 'react-router';
import { Icon } from '../../../ui/icon.tsx';
import type { PictureState } from '../../../ui/use-hash-scroll.ts';
import type { CardWords } from '../../../catalogue/protocol/content.ts';
import { categoryCardPath, type CategoryCardId } from '../../pictures/home-pictures.ts';
import '../../pictures/card-colours.css';

interface Card {
  readonly id: CategoryCardId;
  /** The names of the card's texts in `CardWords` begin with this name. */
  readonly name: string;
  /** The card links to this section of the overview (rule 20). */
  readonly anchor: string;
}

const CARDS: readonly Card[] = [
  { id: 'digital', name: 'digital', anchor: 'digital' },
  { id: 'video', name: 'video', anchor: 'video' },
  { id: 'programming', name: 'programming', anchor: 'programming' },
  { id: 'business', name: 'business', anchor: 'business' },
  { id: 'writing', name: 'writing', anchor: 'writing' },
  { id: 'concept-to-video', name: 'conceptToVideo', anchor: 'video' },
];

const ON_ITS_WAY: PictureState = { isPictureOnItsWay: true };

/** The whole card is clickable, but only its link is in the tab order. */
export function CategoryCards({ words }: { readonly words: CardWords }) {
  return (
    <ul className="grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-3">
      {CARDS.map(({ id, name, anchor }) => (
        <li key={id} data-card={id} className="category-card">
          <img
            src={categoryCardPath(id)}
            alt=""
            width={400}
            height={250}
            loading="lazy"
            className="aspect-[8/5] min-h-[132px] w-full object-cover object-bottom md:aspect-auto md:h-[250px]"
          />
          <div className="flex flex-1 flex-col px-4 pt-3.5 pb-4 md:px-6 md:pt-5 md:pb-[22px]">
            <h3 className="text-[clamp(17px,5.2vw,20px)] tracking-[-0.02em] md:text-[30px] md:tracking-[-0.03em] md:max-lg:text-[26px]">
              {words[`${name}Title`]}
            </h3>
            <div className="mt-auto flex items-center justify-between gap-3 pt-4 text-[15px]">
              <p className="max-md:hidden">{words[`${name}Tagline`]}</p>
              <Link
                to={`/services#${anchor}`}
                viewTransition
                state={ON_ITS_WAY}
                aria-label={`${words.viewAll} ${words[`${name}Title`]}`}
                className="flex items-center gap-2 font-[650] whitespace-nowrap outline-none after:absolute after:inset-0"
              >
                {words.viewAll}
                <Icon name="arrow-right-bold" size={18} className="transition-transform" />
              </Link>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
