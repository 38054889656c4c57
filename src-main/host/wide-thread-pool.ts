/**
 * Node has four threads for files, which are all busy when many small downloads wait for their disk; with more threads the system
 * flushes many files at once. Import this before any module that may use a thread, because the number is read only once.
 */
process.env.UV_THREADPOOL_SIZE ??= '16';
