/**
 * The four threads that Node has for files are all taken when many small downloads wait for their disk: with more of them the
 * system syncs many at once. Imported before anything that may use one, for the number is read then and never again.
 */
process.env.UV_THREADPOOL_SIZE ??= '16';
