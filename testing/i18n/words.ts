import i18next, { type TFunction } from 'i18next';
import en from '../../resources/messages/en.json' with { type: 'json' };
import es from '../../resources/messages/es.json' with { type: 'json' };

/** The catalogue as the screen uses it, for tests. */
export async function wordsOf(lng: 'en' | 'es'): Promise<TFunction> {
  await i18next.init({
    lng,
    resources: { en: { translation: en }, es: { translation: es } },
    interpolation: { escapeValue: false },
  });
  return i18next.t;
}
