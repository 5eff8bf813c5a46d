import { Link } from 'react-router';
import { boatPath, seaPath, type Theme } from '../../pictures/home-pictures.ts';
import type { FleetBoat } from '../../read-fleet.ts';
import { say } from '../../../platform/say.ts';
import './fleet.css';

/** Assistive technology perceives the boats as a list of links. */
export function Fleet({ boats }: { readonly boats: readonly FleetBoat[] }) {
  return (
    <div className="fleet">
      <Sea theme="light" className="night:hidden" />
      <Sea theme="dark" className="hidden night:block" />
      <nav aria-label={say('Where to sail')} className="fleet-boats">
        <ul>
          {boats.map(({ path, name, look, from }) => (
            <li key={path}>
              <Link to={path} viewTransition className="boat">
                <img
                  src={boatPath(look)}
                  alt=""
                  width={329}
                  height={299}
                  className="boat-picture"
                />
                <span className="boat-name">
                  <span dir="auto" className="block font-[650]">
                    {name}
                  </span>
                  {from !== '' && (
                    <span className="block text-[0.875em] text-[#dfe5ff] tabular-nums">
                      {say('from {price}', { price: from })}
                    </span>
                  )}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** The browser fetches only the visible picture, because a hidden picture with `loading="lazy"` is not loaded. */
function Sea({ theme, className }: { theme: Theme; className: string }) {
  return (
    <picture className={className}>
      <source media="(max-width: 32.5rem)" srcSet={seaPath('phone', theme)} />
      <img
        src={seaPath('desktop', theme)}
        alt=""
        width={1416}
        height={452}
        loading="lazy"
        className="absolute inset-0 size-full"
      />
    </picture>
  );
}
