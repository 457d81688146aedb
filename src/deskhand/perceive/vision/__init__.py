"""What a desktop shows where no tree speaks of it: pictures of regions and what is found in them.

`finds` has the words; everything heavy (numpy, OpenCV, the OCR engine) loads where it is first needed.
"""
