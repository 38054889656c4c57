/** The workspace that contains the list of each subject. */
export const workspaceOf = { task: 'tasks', order: 'orders', scene: 'library', command: 'outbox' } as const;
