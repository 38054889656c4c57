/** The workspace whose list a subject stands in. */
export const workspaceOf = { task: 'tasks', order: 'orders', scene: 'library', command: 'outbox' } as const;
