/** A lesson: a match that is told, of which one seat is the learner's. */
import { get, newTable } from './api'
import type { Lesson, LessonStep, Table } from './messages'
import { ensure } from './player.svelte'

export const lessonOf = (game: string): Promise<Lesson> => get<Lesson>(`/api/lessons/${game}`)

export async function lessonTable(game: string): Promise<Table> {
  await ensure()
  return newTable({ game, lesson: true })
}

/** How far the learner is: the step to be told at this ply, and the own move that comes after those made. */
export function told(lesson: Lesson, seat: number, ply: number, made: number): { step: LessonStep | null; number: number; proposed: string | null } {
  const number = lesson.steps.filter((step) => step.at <= ply).length
  const own = lesson.moves.filter(([mover]) => mover === seat)
  return { step: lesson.steps[number - 1] ?? null, number, proposed: own[made]?.[1] ?? null }
}

/** The own moves so far, as they are written down, are those of the lesson. */
export const onPath = (lesson: Lesson, seat: number, made: string[], remembered: (move: string) => string = (move) => move): boolean => {
  const own = lesson.moves.filter(([mover]) => mover === seat).map(([, move]) => remembered(move))
  return made.every((move, i) => own[i] === move)
}
