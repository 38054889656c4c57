import i18next, { type TFunction } from 'i18next';
import en from '../../../resources/messages/en.json' with { type: 'json' };
import { type AppErrorCode, appErrors } from '../../../src-preload/contract/errors.ts';
import { formatBytes, formatDuration, formatUtc } from './format.ts';
import { validationMessage } from './validation-message.ts';

interface ErrorText {
  title: string;
  hint: string;
}

function isCode(code: string): code is AppErrorCode {
  return Object.hasOwn(appErrors, code);
}

/** Returns the code and data of an error, thrown by a call or stored with a row; null for anything else. */
function codedOf(error: unknown): { code: AppErrorCode; data: unknown } | null {
  if (error === null || typeof error !== 'object' || !('code' in error)) return null;
  const code = String(error.code);
  return isCode(code) ? { code, data: 'data' in error ? error.data : null } : null;
}

function stringOf(data: Record<string, unknown>, name: string): string {
  const value = data[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function has<T extends object>(words: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(words, key);
}

/** Translates a detail code of the main process; a text of the service is unchanged. `name` is that of a row. */
function detailWords(t: TFunction, detail: string, name: string): string {
  return has(en.errors.detail, detail) ? t(`errors.detail.${detail}`, { name }) : detail;
}

/** Returns why an archive cannot be unpacked: for a reason of ARCHIVE_REFUSED, or `zip` for a damaged one. */
export function archiveReason(t: TFunction, reason: string): string {
  return has(en.errors.archive, reason) ? t(`errors.archive.${reason}`) : detailWords(t, reason, '');
}

function reasonWords(t: TFunction, code: AppErrorCode, reason: string, detail: string): string {
  if (code === 'RASTER_UNDRAWABLE' && has(en.errors.raster, reason))
    return t(`errors.raster.${reason}`, { detail });
  if (code === 'MAP_UNUSABLE' && has(en.errors.map, reason)) return t(`errors.map.${reason}`, { detail });
  if (code === 'PACKAGE_REFUSED' && has(en.errors.package, reason))
    return t(`errors.package.${reason}`, { detail });
  if (code === 'UPDATE_REFUSED' && has(en.errors.update, reason))
    return t(`errors.update.${reason}`, { detail });
  if (code === 'KEYCHAIN_UNAVAILABLE' && has(en.errors.keychain, reason)) {
    return t(`errors.keychain.${reason}`);
  }
  if (code === 'ADDRESS_REFUSED' && has(en.errors.address, reason)) return t(`errors.address.${reason}`);
  if (code === 'ARCHIVE_REFUSED') return archiveReason(t, reason);
  return has(en.errors.network, reason) ? t(`errors.network.${reason}`) : reason;
}

/** Translates the name of a missing object from the main process, such as `scene 12`. */
function thingWords(t: TFunction, what: string): string {
  const [kind = '', ...rest] = what.split(' ');
  return rest.length > 0 && has(en.errors.thing, kind)
    ? t(`errors.thing.${kind}`, { name: rest.join(' ') })
    : what;
}

function fieldsWords(t: TFunction, fields: unknown): string {
  if (fields === null || typeof fields !== 'object') return '';
  return Object.entries(fields)
    .map(([name, said]) => {
      const sentences = (Array.isArray(said) ? said : [said]).map((each) =>
        String(each).startsWith('validation.') ? validationMessage(t, String(each)) : String(each),
      );
      const text = sentences.join(' ');
      return t('errors.field', { name, said: /[.!?]$/.test(text) ? text : `${text}.` });
    })
    .join(' ');
}

/** Returns what to do next, if that depends on more than the code. */
function nextWords(t: TFunction, code: AppErrorCode, data: Record<string, unknown>): string {
  if (code === 'ADDRESS_MOVED')
    return data.learned === true ? t('errors.moved.learned') : t('errors.moved.correct');
  if (code === 'NO_CREDENTIALS' && data.lastSession === true) return t('errors.lastSession');
  if (code === 'SENT_ELSEWHERE')
    return data.isAbsent === true
      ? t('errors.elsewhere.ask', { by: stringOf(data, 'by') })
      : t('errors.elsewhere.choose');
  return '';
}

/** Returns who sent a draft that was handed over, as far as it is known. */
function elsewhereWords(t: TFunction, code: AppErrorCode, data: Record<string, unknown>): string {
  if (code !== 'SENT_ELSEWHERE') return '';
  const [by, at, id] = [stringOf(data, 'by'), stringOf(data, 'at'), stringOf(data, 'remoteId')];
  const values = { at: at === '' ? '—' : formatUtc(i18next.language, at), id: id || '—' };
  if (data.isAbsent === true) return t('errors.elsewhere.absent', { ...values, by });
  return by === ''
    ? t('errors.elsewhere.found', { ...values, name: stringOf(data, 'name') })
    : t('errors.elsewhere.known', { ...values, by });
}

/** Returns what happened and what to do, from the catalogue; texts of the service are quoted verbatim. */
export function errorText(t: TFunction, error: unknown): ErrorText {
  const coded = codedOf(error);
  if (!coded) return { title: t('errors.UNEXPECTED.title'), hint: t('errors.UNEXPECTED.hint') };
  const { code } = coded;
  const data: Record<string, unknown> = { ...(typeof coded.data === 'object' ? coded.data : {}) };
  const seconds = data.retryAfterSeconds;
  const needed = data.neededBytes;
  const entry = stringOf(data, 'entry');
  const name = stringOf(data, 'name');
  const { language } = i18next;
  const values = {
    host: stringOf(data, 'host') || t('errors.theService'),
    path: stringOf(data, 'path'),
    place: stringOf(data, 'place'),
    next: nextWords(t, code, data),
    address: stringOf(data, 'address'),
    fileName: stringOf(data, 'fileName'),
    status: stringOf(data, 'status'),
    where: stringOf(data, 'where') || t('errors.theService'),
    reference: stringOf(data, 'reference') || '—',
    detail: detailWords(t, stringOf(data, 'detail'), stringOf(data, 'name')),
    reason: reasonWords(t, code, stringOf(data, 'reason'), stringOf(data, 'detail')),
    entry: entry === '' ? '' : t('errors.entry', { name: entry }),
    elsewhere: elsewhereWords(t, code, data),
    map: name === '' ? '' : t('errors.ofMap', { name }),
    what: thingWords(t, stringOf(data, 'what')),
    fields: fieldsWords(t, data.fields),
    wait: typeof seconds === 'number' ? formatDuration(language, seconds) : t('errors.aMoment'),
    needed: typeof needed === 'number' ? t('errors.needed', { size: formatBytes(language, needed) }) : '',
  };
  return { title: t(`errors.${code}.title`, values), hint: t(`errors.${code}.hint`, values).trim() };
}

/** Returns the service's reasons by its own field names; empty if the error is not a refusal with fields. */
export function refusedFields(error: unknown): Record<string, string> {
  const coded = codedOf(error);
  if (coded?.code !== 'REFUSED') return {};
  const parsed = appErrors.REFUSED.data.safeParse(coded.data);
  if (!parsed.success) return {};
  return Object.fromEntries(Object.entries(parsed.data.fields).map(([name, said]) => [name, said.join(' ')]));
}

/** Returns true if an error is the declared one with this code. */
export function hasErrorCode(error: unknown, code: AppErrorCode): boolean {
  return codedOf(error)?.code === code;
}

/** Returns true if the main process answered with a declared error; false if the call may not have reached it. */
export function isDeclared(error: unknown): boolean {
  return codedOf(error) !== null;
}
