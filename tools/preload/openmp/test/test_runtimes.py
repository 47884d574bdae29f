"""Fake runtimes, for events that no installed runtime reports: devices, and indistinguishable barriers."""

from typing import List

from omp import HERE, OpenMpTest, build


class FakeRuntime(OpenMpTest):
    def program(self, source: str) -> List[str]:
        program = self.directory / source[:-2]
        build(program, ["gcc", "-O1", "-w", "-pthread", str(HERE / source), "-ldl"])
        return [str(program)]

    def test_constructs_of_devices_are_regions_and_what_they_come_down_to_is_stored(self) -> None:
        program = self.program("fake_devices.c")
        for form in ([], ["5.1"]):
            with self.subTest(form=form):
                found = self.run_program([*program, *form])
                self.assertEqual(found.out, "")
                expected = {"ompt_target_enter_data_dev_0": 1, "ompt_target_dev_0": 2, "ompt_target_dev_1": 1}
                expected.update({"ompt_target_update_dev_0": 1, "ompt_target_exit_data_dev_0": 1})
                self.assertEqual(found.laps(), expected)
                stored = {
                    "ompt_thread_initial": 1,
                    "ompt_device_0_fake-gpu": 1,
                    "ompt_target_load_0_kernels.so": 1,
                    "ompt_target_data_transfer_to_dev_src_-1_dest_0": 1000 + 2 * 80,
                    "ompt_target_data_alloc_src_-1_dest_0": 2 * 80,
                    "ompt_target_data_transfer_from_dev_src_0_dest_-1": 2 * 40,
                    "ompt_target_data_delete_src_0_dest_-1": 0,
                    "ompt_target_mapping_2": 2,
                    "ompt_target_mapping_3": 1,
                    "ompt_target_submit": 3,
                    "ompt_target_data_transfer_to_dev_src_-1_dest_1": 80,
                    "ompt_target_data_alloc_src_-1_dest_1": 80,
                    "ompt_target_data_transfer_from_dev_src_1_dest_-1": 40,
                    "ompt_target_data_delete_src_1_dest_-1": 0,
                }
                self.assertEqual(found.stored(), stored)

    def test_workers_are_left_out_where_barriers_are_not_reported(self) -> None:
        found = self.run_program([*self.program("fake_teams.c"), "6", "mute"])
        self.assertEqual(found.laps(), {"ompt_parallel": 6, "ompt_parallel/ompt_implicit_task": 6})
        self.assertEqual(found.err.count("'Fake OpenMP 1.0' does not report barriers"), 1)

    def test_no_lap_spans_idle_time_where_the_last_barrier_is_not_told_apart(self) -> None:
        program = self.program("fake_teams.c")
        found = self.run_program([*program, "6"])
        nodes = found.nodes()
        self.assertEqual(nodes["ompt_parallel"].laps, 6)
        # The worker's task continues after a barrier that was not the last, as another lap.
        self.assertEqual(nodes["ompt_parallel/ompt_implicit_task"].laps, 6 + 2 * 6)
        self.assert_within_teams(found, 2)
        for path, node in nodes.items():
            self.assertLessEqual(node.max, nodes["ompt_parallel"].max, path)
