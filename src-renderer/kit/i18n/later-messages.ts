import i18next from 'i18next';
import later from '../../../resources/messages/en.json?later';

/**
 * Adds the English messages of parts that are not shown at the start. The build writes the import of this module into
 * each module that names one of their keys (`laterMessages` in electron.vite.config.ts); elsewhere, as in tests, all
 * messages are there from the start.
 */
const add = () => i18next.addResourceBundle('en', 'translation', later, true);
if (i18next.isInitialized) add();
else i18next.on('initialized', add);
