import { Link } from 'react-router';
import { Icon } from '../../../ui/icon.tsx';
import { categoryCardPath, type CategoryCardId } from '../../pictures/home-pictures.ts';
import '../../pictures/card-colours.css';

interface CardText {
  readonly title: string;
  readonly tagline: string;
  /** The section of the overview it leads to (SPEC §2). */
  readonly anchor: string;
}

const CARDS: readonly (CardText & { readonly id: CategoryCardId })[] = [
  { id: 'digital', title: 'Digital Marketing', tagline: 'Define your brand.', anchor: 'digital' },
  {
    id: 'video',
    title: 'Video & Animation',
    tagline: 'Where stories come alive.',
    anchor: 'video',
  },
  {
    id: 'programming',
    title: 'Programming & Tech',
    tagline: 'Technology that works for you.',
    anchor: 'programming',
  },
  {
    id: 'business',
    title: 'Business Development',
    tagline: 'Where your business evolves.',
    anchor: 'business',
  },
  {
    id: 'writing',
    title: 'Writing & Publishing',
    tagline: 'Words that connect.',
    anchor: 'writing',
  },
  {
    id: 'concept-to-video',
    title: 'Concept To Video',
    tagline: 'From idea to screen.',
    anchor: 'video',
  },
];

/** Six ways into the catalogue. The whole card is clickable; only its link is in the tab order. */
export function CategoryCards() {
  return (
    <ul className="grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-3">
      {CARDS.map(({ id, title, tagline, anchor }) => (
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
            <h3 className="text-[20px] tracking-[-0.02em] md:text-[30px] md:tracking-[-0.03em] md:max-lg:text-[26px]">
              {title}
            </h3>
            <div className="mt-auto flex items-center justify-between gap-3 pt-4 text-[15px]">
              <p className="max-md:hidden">{tagline}</p>
              <Link
                to={`/services#${anchor}`}
                aria-label={`View All ${title}`}
                className="flex items-center gap-2 font-[650] whitespace-nowrap outline-none after:absolute after:inset-0"
              >
                View All
                <Icon name="arrow-right-bold" size={18} className="transition-transform" />
              </Link>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
