import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { countryNameOf } from '../kit/i18n/country-name.ts';
import { formatNumber } from '../kit/i18n/format.ts';
import type { FoundPlace, NearTown, WhereIs } from './found-place.ts';

/** Below this population a town is called a village. */
const minPeopleOfTown = 3_000;
const minPeopleOfCity = 100_000;
/** Below this distance a place counts as within the town, because a town is larger than its point. */
const withinTownKm = 1;

function kindText(t: TFunction, { kind, amount }: Pick<FoundPlace, 'kind' | 'amount'>): string {
  if (kind !== 'town') return t(`gazetteer.kind.${kind}`);
  if (amount === null || amount < minPeopleOfTown) return t('gazetteer.size.village');
  return amount < minPeopleOfCity ? t('gazetteer.kind.town') : t('gazetteer.size.city');
}

/** Returns functions that describe places in the user's language. */
export function usePlaceWords() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const country = (code: string | null) => (code === null ? null : countryNameOf(code, language));
  const kilometres = (distanceKm: number) => formatNumber(language, distanceKm, distanceKm < 10 ? 1 : 0);

  function nameOf(place: Pick<FoundPlace, 'name' | 'kind' | 'country'>): string {
    return place.kind === 'country' ? (country(place.country) ?? place.name) : place.name;
  }

  /** Returns the division and the country, such as `Bavaria, Germany`. */
  function areaOf(place: Pick<FoundPlace, 'name' | 'kind' | 'country' | 'division'>): string {
    const within = place.kind === 'country' ? null : country(place.country);
    const division = place.division === place.name && within !== null ? null : place.division;
    return [division, within].filter(Boolean).join(', ');
  }

  /** Returns kind, area and size of a place; unknown parts are left out. */
  function factsOf(place: FoundPlace): string {
    const { kind, amount } = place;
    const number = amount ?? 0;
    const size =
      amount === null
        ? null
        : kind === 'peak'
          ? t('gazetteer.metres', { metres: number })
          : t('gazetteer.people', { count: number });
    return [kindText(t, place), areaOf(place), size].filter(Boolean).join(' · ');
  }

  /** Returns a text like `8 km NE of Freising, Germany`; `isLong` adds the division. */
  function nearText(town: NearTown, { isLong = false } = {}): string {
    const named = [
      town.name,
      isLong && town.division !== town.name ? town.division : null,
      country(town.country),
    ]
      .filter(Boolean)
      .join(', ');
    if (town.distanceKm < withinTownKm) return t('gazetteer.inTown', { town: named });
    return t('gazetteer.ofTown', {
      km: kilometres(town.distanceKm),
      direction: t(`gazetteer.direction.${town.direction}`),
      town: named,
    });
  }

  /** Describes the nearest town, and the nearest larger one if it is another. */
  function townsText({ town, largerTown }: WhereIs): string {
    if (town === null) return '';
    const larger =
      largerTown && t('gazetteer.fromTown', { km: kilometres(largerTown.distanceKm), town: largerTown.name });
    return [nearText(town), larger].filter(Boolean).join(' · ');
  }

  return {
    nameOf,
    areaOf,
    factsOf,
    nearText,
    townsText,
    kindOf: (kind: FoundPlace['kind']) => t(`gazetteer.kind.${kind}`),
  };
}
