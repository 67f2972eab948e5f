export function schemaOfProgram(): unknown
